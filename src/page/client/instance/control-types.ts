// Generated from the OpenAPI document of the control API by test/tools/generate/control-types.ts: do not edit.
export interface paths {
    "/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the records, as a fixture without secrets */
        get: operations["getState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the snapshots */
        get: operations["listSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the records of a snapshot, as a fixture without secrets */
        get: operations["getSnapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{name}/differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a snapshot (left) with another one, or with the present records (right)
         * @description Of values that may be secrets, only the fact that they differ is returned.
         */
        get: operations["compareSnapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the progress of the clone, or the result of the last one */
        get: operations["getClone"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count records of each kind, and executions per hour */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/overview/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List executions of every status, newest first, with the names of their workflows */
        get: operations["listExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/overview/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List workflows, sorted and counted, with the types of their nodes */
        get: operations["listWorkflows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys of all users, without the keys themselves */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the requests that the instance received */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one request with its details
         * @description Headers, query, body, response, the fault that was applied, warnings and a time line, without keys and secrets.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests.har": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export the requests as an HTTP Archive (HAR 1.2) */
        get: operations["exportRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream requests and changes of the instance
         * @description Server-sent events without an end: `request` for each request, and `change` with `{"changed": […]}`, names of collections or of `faults`, `clock`, `simulation`, `snapshots`, `clone` and `requests`, a few times a second at most.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the fault rules, with their counts */
        get: operations["listFaults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the time of the instance */
        get: operations["getClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/simulation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get whether runs are simulated */
        get: operations["getSimulation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/simulation/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the rules for how simulated runs end, with their counts */
        get: operations["listOutcomes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Fixture: {
            users?: {
                /** Format: uuid */
                id?: string;
                /** Format: email */
                email: string;
                firstName?: string | null;
                lastName?: string | null;
                role?: string;
                isPending?: boolean;
                mfaEnabled?: boolean;
                projectId?: string;
                apiKey?: string;
                createdAt?: string;
                updatedAt?: string;
            }[];
            apiKeys?: {
                id?: string;
                user?: string;
                userId?: string;
                label: string;
                key?: string;
                hash?: string;
                scopes?: string[];
                expiresAt?: string | null;
                createdAt?: string;
                lastUsedAt?: string;
            }[];
            workflows?: {
                id?: string | number;
                name: string;
                active?: boolean;
                nodes?: {
                    [key: string]: unknown;
                }[];
                connections?: {
                    [key: string]: unknown;
                };
                nodeGroups?: {
                    id: string;
                    name: string;
                    description?: string;
                    nodeIds: string[];
                }[] | null;
                settings?: {
                    [key: string]: unknown;
                } | null;
                staticData?: unknown;
                tags?: (string | ({
                    id?: string | number;
                    name?: string;
                } & {
                    [key: string]: unknown;
                }))[] | null;
                owner?: string;
                projectId?: string | null;
                shared?: unknown;
                parentFolderId?: string | null;
                versionId?: string | null;
                versionCounter?: number;
                activeVersionId?: string | null;
                activeVersion?: {
                    versionId: string;
                    nodes?: {
                        [key: string]: unknown;
                    }[];
                    connections?: {
                        [key: string]: unknown;
                    };
                    nodeGroups?: {
                        id: string;
                        name: string;
                        description?: string;
                        nodeIds: string[];
                    }[] | null;
                    authors?: string;
                    name?: string | null;
                    description?: string | null;
                    autosaved?: boolean;
                    createdAt?: string;
                    updatedAt?: string;
                } | null;
                versions?: {
                    versionId: string;
                    nodes?: {
                        [key: string]: unknown;
                    }[];
                    connections?: {
                        [key: string]: unknown;
                    };
                    nodeGroups?: {
                        id: string;
                        name: string;
                        description?: string;
                        nodeIds: string[];
                    }[] | null;
                    authors?: string;
                    name?: string | null;
                    description?: string | null;
                    autosaved?: boolean;
                    createdAt?: string;
                    updatedAt?: string;
                }[];
                publishHistory?: {
                    id?: string | number;
                    versionId: string;
                    /** @enum {string} */
                    event: "activated" | "deactivated";
                    userId?: string | null;
                    createdAt?: string;
                }[];
                description?: string | null;
                isArchived?: boolean;
                sourceWorkflowId?: string | null;
                meta?: unknown;
                pinData?: unknown;
                triggerCount?: number;
                more?: {
                    [key: string]: unknown;
                };
                createdAt?: string;
                updatedAt?: string;
            }[];
            tags?: {
                id?: string | number;
                name: string;
                createdAt?: string;
                updatedAt?: string;
            }[];
            credentials?: {
                id?: string | number;
                name: string;
                type: string;
                data?: {
                    [key: string]: unknown;
                } | string;
                owner?: string;
                projectId?: string;
                isStandIn?: boolean;
                isManaged?: boolean;
                isGlobal?: boolean;
                isResolvable?: boolean;
                resolvableAllowFallback?: boolean;
                resolverId?: string | null;
                createdAt?: string;
                updatedAt?: string;
            }[];
            executions?: {
                id?: number | string;
                workflowId: string | number;
                /** @enum {string} */
                status: "success" | "error" | "crashed" | "waiting" | "running" | "canceled" | "new" | "unknown";
                finished?: boolean;
                /** @enum {string} */
                mode?: "cli" | "error" | "integrated" | "internal" | "manual" | "retry" | "trigger" | "webhook";
                retryOf?: (number | null) | string | (null);
                retrySuccessId?: (number | null) | string | (null);
                createdAt?: string;
                startedAt?: string;
                stoppedAt?: string | null;
                waitTill?: string | null;
                deletedAt?: string | null;
                data?: unknown;
                workflowData?: unknown;
                customData?: unknown;
                storedAt?: string;
                tracingContext?: unknown;
                deduplicationKey?: string | null;
                jsonSizeBytes?: number;
                binaryDataSizeBytes?: number;
                workflowVersionId?: string | null;
                usedPrivateCredentials?: boolean;
                annotationTags?: string[];
            }[];
            variables?: {
                id?: string | number;
                key: string;
                type?: string;
                value: string;
                projectId?: string | null;
            }[];
            workflowVersions?: {
                id: string;
                workflowId: string | number;
                nodes?: {
                    [key: string]: unknown;
                }[];
                connections?: {
                    [key: string]: unknown;
                };
                nodeGroups?: {
                    id: string;
                    name: string;
                    description?: string;
                    nodeIds: string[];
                }[] | null;
                authors?: string;
                name?: string | null;
                description?: string | null;
                autosaved?: boolean;
                createdAt?: string;
                updatedAt?: string;
            }[];
            publishEvents?: {
                id?: string | number;
                versionId: string;
                /** @enum {string} */
                event: "activated" | "deactivated";
                userId?: string | null;
                createdAt?: string;
                workflowId: string | number;
            }[];
            annotationTags?: {
                id?: string | number;
                name: string;
                createdAt?: string;
                updatedAt?: string;
            }[];
            dataTables?: {
                id?: string;
                name: string;
                owner?: string;
                projectId?: string;
                columns: {
                    id?: string;
                    name: string;
                    /** @enum {string} */
                    type: "string" | "number" | "boolean" | "date";
                    createdAt?: string;
                    updatedAt?: string;
                }[];
                rows?: {
                    [key: string]: unknown;
                }[];
                nextRowId?: number;
                createdAt?: string;
                updatedAt?: string;
            }[];
            dataTableRows?: {
                id?: string;
                tableId: string | number;
                rowId: number;
                values: {
                    [key: string]: unknown;
                };
                createdAt?: string;
                updatedAt?: string;
            }[];
            projects?: {
                id?: string;
                name: string;
                /** @enum {string} */
                type?: "team";
                icon?: {
                    type: string;
                    value: string;
                    color?: string;
                } | null;
                description?: string | null;
                customTelemetryTags?: {
                    key: string;
                    value: string;
                }[];
                creatorId?: string | null;
                members?: {
                    user?: string;
                    userId?: string;
                    role: string;
                }[];
                createdAt?: string;
                updatedAt?: string;
            }[];
            folders?: {
                id?: string;
                name: string;
                projectId: string;
                parentFolderId?: string | null;
                createdAt?: string;
                updatedAt?: string;
            }[];
            customRoles?: {
                id?: string;
                slug?: string;
                displayName: string;
                description?: string | null;
                /** @enum {string} */
                roleType?: "project" | "global";
                scopes?: string[];
                createdAt?: string;
                updatedAt?: string;
            }[];
            format?: number;
            counters?: {
                workflows?: number;
                tags?: number;
                credentials?: number;
                executions?: number;
                publishEvents?: number;
            };
            sourceControl?: {
                [key: string]: unknown;
            } | null;
            communityPackages?: {
                packageName: string;
                installedVersion?: string;
                installedNodes: {
                    name: string;
                    type: string;
                    latestVersion?: unknown;
                }[];
            }[];
            sealCheck?: string | null;
            licence?: ("all" | null) | ("feat:variables" | "feat:projectRole:admin" | "feat:folders" | "feat:advancedPermissions" | "feat:customRoles" | "feat:sourceControl")[] | (null);
            otelSettings?: {
                [key: string]: unknown;
            } | null;
            profile?: string | null;
            credentialTypes?: {
                [key: string]: {
                    additionalProperties: boolean;
                    type: string;
                    properties: {
                        [key: string]: unknown;
                    };
                    allOf?: {
                        [key: string]: unknown;
                    }[];
                    required: string[];
                };
            };
        };
        Snapshot: {
            name: string;
            /**
             * Format: date-time
             * @description When it was taken, by the instance's clock
             */
            createdAt: string;
        };
        ApiKey: {
            id: string;
            /** @description The e-mail address of its user; null if the user was deleted */
            user: string | null;
            label: string;
            /** @description Its scopes; null in versions without scopes */
            scopes: string[] | null;
            /**
             * Format: date-time
             * @description When it expires; null for never
             */
            expiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description null if it was never used
             */
            lastUsedAt: string | null;
        };
        Request: {
            /** @description Counts from 1 since the start or the last reset */
            id: number;
            /**
             * Format: date-time
             * @description When it came, by the instance's clock
             */
            time: string;
            method: string;
            path: string;
            /** @description As it was sent, without the question mark; may be empty */
            query: string;
            /** @description 0 while it is not answered, or if the connection was dropped */
            status: number;
            /** @description How long the response took */
            milliseconds: number;
            /** @description The operation's name; null for a path or method that the API does not have */
            operation: string | null;
            /** @description The e-mail address of whose key it was sent with; null without a valid one */
            user: string | null;
            /** @description What the client should look at */
            warnings: string[];
            /** @description The id of the fault rule that was applied */
            fault?: number;
            /** @description The JSON of its body: for the last ones, and up to 1 MB each */
            body?: unknown;
        };
        RequestDetails: {
            /** @description Counts from 1 since the start or the last reset */
            id: number;
            /**
             * Format: date-time
             * @description When it came, by the instance's clock
             */
            time: string;
            method: string;
            path: string;
            /** @description As it was sent, without the question mark; may be empty */
            query: string;
            /** @description 0 while it is not answered, or if the connection was dropped */
            status: number;
            /** @description How long the response took */
            milliseconds: number;
            /** @description The operation's name; null for a path or method that the API does not have */
            operation: string | null;
            /** @description The e-mail address of whose key it was sent with; null without a valid one */
            user: string | null;
            /** @description What the client should look at */
            warnings: string[];
            /** @description The id of the fault rule that was applied */
            fault?: number;
            /** @description The JSON of its body: for the last ones, and up to 1 MB each */
            body?: unknown;
            /** @description Whole */
            url: string;
            /** @description With keys and secrets left out */
            headers: {
                [key: string]: string;
            };
            response: {
                /** @description With keys and secrets left out */
                headers: {
                    [key: string]: string;
                };
                /** @description Of the body, unpacked */
                bytes: number;
                /** @description JSON, or text: of the last ones, and up to 1 MB each */
                body?: unknown;
            } | null;
            faultRule?: {
                /** @description Apply to this operation, such as `createTag`. Default: all */
                operation?: string;
                /**
                 * @description Apply to this method. Default: all
                 * @enum {string}
                 */
                method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description Apply to this path, such as `/workflows/7` or `/workflows/:id`. Default: all */
                path?: string;
                /** @description Answer with this status, change nothing */
                status?: number;
                /** @description With `status`: text or JSON. Default: the API's own error */
                body?: unknown;
                /** @description With `status`. Default: none */
                headers?: {
                    [key: string]: string;
                };
                /** @description Answer with `Retry-After`: seconds or a date; with status 429, unless `status` is given */
                retryAfter?: number | string;
                /** @description Wait first: milliseconds, or a range. Default: 0 */
                delay?: number | number[];
                /**
                 * @description Reset the connection: before the request has an effect, or in the middle of the response
                 * @enum {string}
                 */
                drop?: "before" | "middle";
                /**
                 * @description Answer with half of the JSON, or with HTML
                 * @enum {string}
                 */
                malformed?: "truncated" | "html";
                /** @description Never answer. Default: false */
                hang?: boolean;
                /** @description Skip this number of requests first. Default: 0 */
                after?: number;
                /** @description Apply it to this number, then no more. Default: no limit */
                times?: number;
                /** @description Apply it to this share of the requests. Default: 1 */
                probability?: number;
            };
            timeline: {
                what: string;
                /** @description Since the request came */
                milliseconds: number;
            }[];
        };
        FaultRule: {
            /** @description Apply to this operation, such as `createTag`. Default: all */
            operation?: string;
            /**
             * @description Apply to this method. Default: all
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description Apply to this path, such as `/workflows/7` or `/workflows/:id`. Default: all */
            path?: string;
            /** @description Answer with this status, change nothing */
            status?: number;
            /** @description With `status`: text or JSON. Default: the API's own error */
            body?: unknown;
            /** @description With `status`. Default: none */
            headers?: {
                [key: string]: string;
            };
            /** @description Answer with `Retry-After`: seconds or a date; with status 429, unless `status` is given */
            retryAfter?: number | string;
            /** @description Wait first: milliseconds, or a range. Default: 0 */
            delay?: number | number[];
            /**
             * @description Reset the connection: before the request has an effect, or in the middle of the response
             * @enum {string}
             */
            drop?: "before" | "middle";
            /**
             * @description Answer with half of the JSON, or with HTML
             * @enum {string}
             */
            malformed?: "truncated" | "html";
            /** @description Never answer. Default: false */
            hang?: boolean;
            /** @description Skip this number of requests first. Default: 0 */
            after?: number;
            /** @description Apply it to this number, then no more. Default: no limit */
            times?: number;
            /** @description Apply it to this share of the requests. Default: 1 */
            probability?: number;
        };
        Fault: {
            id: number;
            /** @description Apply to this operation, such as `createTag`. Default: all */
            operation?: string;
            /**
             * @description Apply to this method. Default: all
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description Apply to this path, such as `/workflows/7` or `/workflows/:id`. Default: all */
            path?: string;
            /** @description Answer with this status, change nothing */
            status?: number;
            /** @description With `status`: text or JSON. Default: the API's own error */
            body?: unknown;
            /** @description With `status`. Default: none */
            headers?: {
                [key: string]: string;
            };
            /** @description Answer with `Retry-After`: seconds or a date; with status 429, unless `status` is given */
            retryAfter?: number | string;
            /** @description Wait first: milliseconds, or a range. Default: 0 */
            delay?: number | number[];
            /**
             * @description Reset the connection: before the request has an effect, or in the middle of the response
             * @enum {string}
             */
            drop?: "before" | "middle";
            /**
             * @description Answer with half of the JSON, or with HTML
             * @enum {string}
             */
            malformed?: "truncated" | "html";
            /** @description Never answer. Default: false */
            hang?: boolean;
            /** @description Skip this number of requests first. Default: 0 */
            after?: number;
            /** @description Apply it to this number, then no more. Default: no limit */
            times?: number;
            /** @description Apply it to this share of the requests. Default: 1 */
            probability?: number;
            /** @description Number of requests it was applied to */
            hits: number;
            /** @description Number of requests it will still be applied to; null without a limit */
            left: number | null;
        };
        Clone: {
            /** @enum {string} */
            status: "none" | "running" | "done" | "failed" | "cancelled";
            /** @description The address of the service */
            url?: string;
            /** @description The progress of each part */
            progress: {
                part: string;
                done: number;
                /** @description Where it is known */
                total?: number;
            }[];
            /** @description The version of the service, once it is done */
            version?: string;
            alike?: string[];
            /** @description Part → number of imported records */
            counts?: {
                [key: string]: unknown;
            };
            /** @description What the key may not read, or could not be imported */
            gaps?: {
                part: string;
                because: string;
            }[];
            /** @description Why it failed; nothing was imported */
            error?: string;
        };
        Error: {
            message: string;
            code?: string;
            description?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getState: {
        parameters: {
            query?: {
                /** @description Parts, separated by commas: users, workflows, tags, credentials, executions, variables, workflowVersions, publishEvents, annotationTags, dataTables, dataTableRows, projects, folders, customRoles, counters, sourceControl, communityPackages, licence, profile, credentialTypes, otelSettings. Default: all */
                only?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A fixture */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fixture"];
                };
            };
        };
    };
    listSnapshots: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        snapshots: components["schemas"]["Snapshot"][];
                    };
                };
            };
        };
    };
    getSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 1 to 64 letters, digits, dots, hyphens, underscores */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A fixture */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fixture"];
                };
            };
        };
    };
    compareSnapshot: {
        parameters: {
            query?: {
                /** @description The name of another snapshot. Default: the present records */
                with?: string;
            };
            header?: never;
            path: {
                /** @description 1 to 64 letters, digits, dots, hyphens, underscores */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What differs, by kind of record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        left: string;
                        right: string;
                        isSame: boolean;
                        /** @description By kind of record */
                        kinds: {
                            [key: string]: {
                                onlyLeft: {
                                    id: string;
                                    name: string;
                                }[];
                                onlyRight: {
                                    id: string;
                                    name: string;
                                }[];
                                different: {
                                    left: {
                                        id: string;
                                        name: string;
                                    };
                                    right: {
                                        id: string;
                                        name: string;
                                    };
                                    differences: {
                                        what: string;
                                        left?: unknown;
                                        right?: unknown;
                                    }[];
                                }[];
                                /** @description How many are the same */
                                same: number;
                            };
                        };
                        notCompared: string[];
                    };
                };
            };
        };
    };
    getClone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress or the result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clone"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description The id of a workflow. Default: all workflows */
                workflowId?: string;
                /** @description The number of hours to count. Default: 336 */
                hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        counts: {
                            workflows: number;
                            activeWorkflows: number;
                            executions: number;
                            tags: number;
                            credentials: number;
                            users: number;
                        };
                        executions: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            until: string;
                            /** @description Hours without executions are left out */
                            hours: {
                                /** Format: date-time */
                                hour: string;
                                /** @description By status */
                                counts: {
                                    [key: string]: number;
                                };
                            }[];
                        };
                    };
                };
            };
        };
    };
    listExecutions: {
        parameters: {
            query?: {
                /** @description The id of an execution */
                id?: string;
                /** @description The id of a workflow. Default: all workflows */
                workflowId?: string;
                /** @description Default: all */
                status?: "success" | "error" | "crashed" | "waiting" | "running" | "canceled" | "new" | "unknown";
                startedAfter?: string;
                startedBefore?: string;
                /** @description The page, from 1; beyond the end, the last one. Default: 1 */
                page?: number;
                /** @description Records of a page. Default: 100 */
                limit?: number;
                /** @description `nextCursor` of the page before, instead of `page` */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: ({
                            id: string;
                            workflowId: string;
                            workflowName: string | null;
                            /** @enum {string} */
                            status: "success" | "error" | "crashed" | "waiting" | "running" | "canceled" | "new" | "unknown";
                            /** @enum {string} */
                            mode: "cli" | "error" | "integrated" | "internal" | "manual" | "retry" | "trigger" | "webhook";
                            /** Format: date-time */
                            startedAt: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        total: number;
                        /** @description If a page number was requested */
                        page?: number;
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    listWorkflows: {
        parameters: {
            query?: {
                /** @description Part of the name */
                name?: string;
                /** @description Names of tags, separated by commas; workflows that have all of them */
                tags?: string;
                /** @description Default: all */
                active?: "true" | "false" | "archived";
                /** @description Default: `updatedAt` */
                sortBy?: "updatedAt" | "createdAt" | "name" | "nodes" | "active";
                /** @description Default: `asc` for `name`, `desc` for others */
                order?: "asc" | "desc";
                /** @description The page, from 1; beyond the end, the last one. Default: 1 */
                page?: number;
                /** @description Records of a page. Default: 100 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            active: boolean;
                            isArchived: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            tags: {
                                id: string;
                                name: string;
                            }[];
                            nodes: {
                                type?: string;
                                disabled?: boolean;
                            }[];
                        }[];
                        total: number;
                        page: number;
                    };
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["ApiKey"][];
                    };
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Such as `POST`. Default: all */
                method?: string;
                /** @description Such as `/workflows/7` or `/workflows/:id`. Default: all */
                path?: string;
                /** @description Such as `createTag`. Default: all */
                operation?: string;
                /** @description The e-mail address of the key's user. Default: all */
                user?: string;
                /** @description Such as `404` or `4xx`; `0` for requests without a response. Default: all */
                status?: string;
                /** @description Include the bodies. Default: false */
                bodies?: boolean;
                /** @description Answer with server-sent events: one `request` for each new request. Default: false */
                stream?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last 1,000 requests, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: components["schemas"]["Request"][];
                        /** @description How many older requests were deleted */
                        dropped: number;
                    };
                    "text/event-stream": string;
                };
            };
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestDetails"];
                };
            };
        };
    };
    exportRequests: {
        parameters: {
            query?: {
                /** @description Such as `POST`. Default: all */
                method?: string;
                /** @description Such as `/workflows/7` or `/workflows/:id`. Default: all */
                path?: string;
                /** @description Such as `createTag`. Default: all */
                operation?: string;
                /** @description The e-mail address of the key's user. Default: all */
                user?: string;
                /** @description Such as `404` or `4xx`; `0` for requests without a response. Default: all */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An archive that browsers' developer tools can open */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description As HAR 1.2 defines it */
                        log: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules in force */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description In order: the first that applies to a request is used */
                        rules: components["schemas"]["Fault"][];
                        /** @description The seed of the random numbers */
                        seed: number;
                    };
                };
            };
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time and the mode */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        now: string;
                        /**
                         * @description Whether the time stands still or goes on
                         * @enum {string}
                         */
                        mode: "frozen" | "running";
                    };
                };
            };
        };
    };
    getSimulation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it is on, and what runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether runs are simulated */
                        on: boolean;
                        /** @description How many simulated executions are running */
                        running: number;
                        /** @description What was left out and why, the newest last */
                        notes: string[];
                    };
                };
            };
        };
    };
    listOutcomes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules in force */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The first that applies to a run wins */
                        rules: {
                            id: number;
                            /** @description Its id or name */
                            workflow: string;
                            /** @description The node that fails or waits. Default: the last one that runs */
                            node?: string;
                            /** @description Fail, with this message */
                            error?: string;
                            /** @description Wait for a time such as `"2h"`, or until a date (ISO 8601); then succeed */
                            wait?: number | string;
                            /** @description Be `running` for a time such as `"5m"`. Default: 0 */
                            duration?: number | string;
                            /** @description Apply it to this number, then no more. Default: no limit */
                            times?: number;
                            /** @description Apply it to this share of the runs. Default: 1 */
                            probability?: number;
                            /** @description Number of runs it was applied to */
                            hits: number;
                            /** @description Number of runs it will still be applied to; null without a limit */
                            left: number | null;
                        }[];
                    };
                };
            };
        };
    };
}
