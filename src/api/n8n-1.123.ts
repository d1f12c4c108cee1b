// Generated from the OpenAPI document of n8n-1.123 by test/tools/generate/api-types.ts: do not edit.

export type Audit = components['schemas']['audit']
export type ChangedFiles = components['schemas']['changedFiles']
export type Credential = components['schemas']['credential']
export type ApiError = components['schemas']['error']
export type Execution = components['schemas']['execution']
export type ExecutionList = components['schemas']['executionList']
export type Node = components['schemas']['node']
export type Pull = components['schemas']['pull']
export type ShownWorkflow = components['schemas']['shownWorkflow']
export type Tag = components['schemas']['tag']
export type TagIds = components['schemas']['tagIds']
export type TagList = components['schemas']['tagList']
export type User = components['schemas']['user']
export type UserList = components['schemas']['userList']
export type Workflow = components['schemas']['workflow']
export type WorkflowList = components['schemas']['workflowList']
export type WorkflowSettings = components['schemas']['workflowSettings']

/** The name of an operation, such as `createWorkflow`. */
export type OperationId = keyof operations
/** The JSON that a successful call of an operation answers. */
export type Answer<Id extends OperationId> = JsonOf<SuccessOf<operations[Id]['responses']>>
/** The JSON that an operation takes. */
export type RequestBody<Id extends OperationId> = JsonOf<Exclude<operations[Id]['requestBody'], undefined>>

type SuccessOf<Responses> = Responses[Extract<keyof Responses, 200 | 201 | 202>]
type JsonOf<Message> = Message extends { content: { 'application/json': infer Json } } ? Json : undefined

export interface paths {
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Generate a security audit of the instance */
        post: operations["generateAudit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a credential */
        post: operations["createCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a credential */
        delete: operations["deleteCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/schema/{credentialTypeName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a credential type's data schema */
        get: operations["getCredentialSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve all executions, newest first */
        get: operations["getExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an execution */
        get: operations["getExecution"];
        put?: never;
        post?: never;
        /** Delete an execution */
        delete: operations["deleteExecution"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/source-control/pull": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pull changes from the remote repository */
        post: operations["pull"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve all tags */
        get: operations["getTags"];
        put?: never;
        /** Create a tag */
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a tag */
        get: operations["getTag"];
        /** Update a tag */
        put: operations["updateTag"];
        post?: never;
        /** Delete a tag */
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve all users */
        get: operations["getUsers"];
        put?: never;
        /** Invite users */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a user by id or e-mail address */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /** Delete a user with all that is in the personal project */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve all workflows */
        get: operations["getWorkflows"];
        put?: never;
        /** Create a workflow */
        post: operations["createWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a workflow */
        get: operations["getWorkflow"];
        /** Update a workflow */
        put: operations["updateWorkflow"];
        post?: never;
        /** Delete a workflow with its executions */
        delete: operations["deleteWorkflow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activate a workflow */
        post: operations["activateWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deactivate a workflow */
        post: operations["deactivateWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a workflow's tags */
        get: operations["getWorkflowTags"];
        /** Replace a workflow's tags */
        put: operations["updateWorkflowTags"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/{versionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a version of a workflow */
        get: operations["getWorkflowVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Move a workflow to another project */
        put: operations["transferWorkflow"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run an execution again; nothing is run here, so it ends as the original did, or as a simulation says */
        post: operations["retryExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/{id}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Move a credential to another project */
        put: operations["transferCredential"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a user's global role */
        patch: operations["changeRole"];
        trace?: never;
    };
    "/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve all variables */
        get: operations["getVariables"];
        put?: never;
        /** Create a variable */
        post: operations["createVariable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/variables/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Update a variable */
        put: operations["updateVariable"];
        post?: never;
        /** Delete a variable */
        delete: operations["deleteVariable"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve all projects, personal ones and those of teams */
        get: operations["getProjects"];
        put?: never;
        /** Create a team project; its maker is its admin */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Rename a team project */
        put: operations["updateProject"];
        post?: never;
        /** Delete a team project with all that it holds */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add members to a team project */
        post: operations["addUsersToProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a member from a team project */
        delete: operations["deleteUserFromProject"];
        options?: never;
        head?: never;
        /** Change the role of a member */
        patch: operations["changeUserRoleInProject"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        audit: {
            "Credentials Risk Report"?: {
                risk: string;
                sections: {
                    title: string;
                    description: string;
                    recommendation: string;
                    location?: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community" | "custom";
                    } & {
                        [key: string]: string;
                    })[];
                }[];
            };
            "Database Risk Report"?: {
                risk: string;
                sections: {
                    title: string;
                    description: string;
                    recommendation: string;
                    location?: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community" | "custom";
                    } & {
                        [key: string]: string;
                    })[];
                }[];
            };
            "Nodes Risk Report"?: {
                risk: string;
                sections: {
                    title: string;
                    description: string;
                    recommendation: string;
                    location?: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community" | "custom";
                    } & {
                        [key: string]: string;
                    })[];
                }[];
            };
            "Instance Risk Report"?: {
                risk: string;
                sections: {
                    title: string;
                    description: string;
                    recommendation: string;
                    location?: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community" | "custom";
                    } & {
                        [key: string]: string;
                    })[];
                }[];
            };
            "Filesystem Risk Report"?: {
                risk: string;
                sections: {
                    title: string;
                    description: string;
                    recommendation: string;
                    location?: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community" | "custom";
                    } & {
                        [key: string]: string;
                    })[];
                }[];
            };
        } | {
            "Credentials Risk Report"?: {
                risk: string;
                sections: {
                    title: string;
                    description: string;
                    recommendation: string;
                    location?: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community" | "custom";
                    } & {
                        [key: string]: string;
                    })[];
                }[];
            };
            "Database Risk Report"?: {
                risk: string;
                sections: {
                    title: string;
                    description: string;
                    recommendation: string;
                    location?: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community" | "custom";
                    } & {
                        [key: string]: string;
                    })[];
                }[];
            };
            "Nodes Risk Report"?: {
                risk: string;
                sections: {
                    title: string;
                    description: string;
                    recommendation: string;
                    location?: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community" | "custom";
                    } & {
                        [key: string]: string;
                    })[];
                }[];
            };
            "Instance Risk Report"?: {
                risk: string;
                sections: {
                    title: string;
                    description: string;
                    recommendation: string;
                    location?: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community" | "custom";
                    } & {
                        [key: string]: string;
                    })[];
                }[];
            };
            "Filesystem Risk Report"?: {
                risk: string;
                sections: {
                    title: string;
                    description: string;
                    recommendation: string;
                    location?: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community" | "custom";
                    } & {
                        [key: string]: string;
                    })[];
                }[];
            };
        }[];
        changedFiles: {
            id: string;
            name: string;
            type: string;
            status: string;
            location: string;
            conflict: boolean;
            file: string;
            updatedAt: string;
        }[];
        credential: {
            readonly id?: string;
            name: string;
            /** @example githubApi */
            type: string;
            data: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            readonly createdAt?: string;
            /** Format: date-time */
            readonly updatedAt?: string;
        };
        error: {
            message: string;
            code?: string;
            description?: string;
        };
        execution: {
            id: string;
            finished: boolean;
            /** @enum {string} */
            mode: "cli" | "error" | "integrated" | "internal" | "manual" | "retry" | "trigger" | "webhook";
            retryOf: string | null;
            retrySuccessId: string | null;
            status: string;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            stoppedAt: string | null;
            workflowId: string;
            /** Format: date-time */
            waitTill: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            deletedAt: string | null;
            /** @description only when includeData is true */
            data?: {
                [key: string]: unknown;
            };
            workflowData?: {
                [key: string]: unknown;
            } | null;
            customData?: {
                [key: string]: unknown;
            };
        };
        executionList: {
            data: {
                id: string;
                finished: boolean;
                /** @enum {string} */
                mode: "cli" | "error" | "integrated" | "internal" | "manual" | "retry" | "trigger" | "webhook";
                retryOf: string | null;
                retrySuccessId: string | null;
                status: string;
                /** Format: date-time */
                startedAt: string;
                /** Format: date-time */
                stoppedAt: string | null;
                workflowId: string;
                /** Format: date-time */
                waitTill: string | null;
                /** @description only when includeData is true */
                data?: {
                    [key: string]: unknown;
                };
                workflowData?: {
                    [key: string]: unknown;
                } | null;
                customData?: {
                    [key: string]: unknown;
                };
            }[];
            nextCursor: string | null;
        };
        node: {
            id?: string;
            name?: string;
            webhookId?: string;
            disabled?: boolean;
            notesInFlow?: boolean;
            notes?: string;
            /** @example n8n-nodes-base.manualTrigger */
            type?: string;
            typeVersion?: number;
            executeOnce?: boolean;
            alwaysOutputData?: boolean;
            retryOnFail?: boolean;
            maxTries?: number;
            waitBetweenTries?: number;
            /**
             * @deprecated
             * @description use onError instead
             */
            continueOnFail?: boolean;
            onError?: string;
            position?: number[];
            parameters?: {
                [key: string]: unknown;
            };
            /** @description credential type name to { id, name } */
            credentials?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            readonly createdAt?: string;
            /** Format: date-time */
            readonly updatedAt?: string;
        };
        pull: {
            force?: boolean;
            variables?: {
                [key: string]: unknown;
            };
        };
        shownWorkflow: {
            id?: string;
            name: string;
            active?: boolean;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt?: string;
            nodes: {
                id?: string;
                name?: string;
                webhookId?: string;
                disabled?: boolean;
                notesInFlow?: boolean;
                notes?: string;
                /** @example n8n-nodes-base.manualTrigger */
                type?: string;
                typeVersion?: number;
                executeOnce?: boolean;
                alwaysOutputData?: boolean;
                retryOnFail?: boolean;
                maxTries?: number;
                waitBetweenTries?: number;
                /**
                 * @deprecated
                 * @description use onError instead
                 */
                continueOnFail?: boolean;
                onError?: string;
                position?: number[];
                parameters?: {
                    [key: string]: unknown;
                };
                /** @description credential type name to { id, name } */
                credentials?: {
                    [key: string]: unknown;
                };
                /** Format: date-time */
                readonly createdAt?: string;
                /** Format: date-time */
                readonly updatedAt?: string;
            }[];
            connections: {
                [key: string]: unknown;
            };
            settings: {
                saveExecutionProgress?: boolean;
                saveManualExecutions?: boolean;
                /** @enum {string} */
                saveDataErrorExecution?: "all" | "none";
                /** @enum {string} */
                saveDataSuccessExecution?: "all" | "none";
                executionTimeout?: number;
                /** @description id of the workflow with the error trigger node */
                errorWorkflow?: string;
                /** @example Europe/Berlin */
                timezone?: string;
                executionOrder?: string;
            };
            /** @description An object, null, or whatever else JSON text held */
            staticData: unknown;
            tags?: components["schemas"]["tag"][];
            meta: {
                [key: string]: unknown;
            } | null;
            pinData: {
                [key: string]: unknown;
            } | null;
            versionId: string;
            triggerCount: number;
        };
        tag: {
            readonly id?: string;
            name: string;
            /** Format: date-time */
            readonly createdAt?: string;
            /** Format: date-time */
            readonly updatedAt?: string;
        };
        tagIds: {
            id: string;
        }[];
        tagList: {
            data: components["schemas"]["tag"][];
            nextCursor: string | null;
        };
        user: {
            id: string;
            /** Format: email */
            email: string;
            firstName: string | null;
            lastName: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description true until the invitation has been accepted */
            isPending: boolean;
            /**
             * @description present when includeRole is true
             * @enum {string}
             */
            role?: "global:owner" | "global:admin" | "global:member";
        };
        userList: {
            data: {
                id: string;
                /** Format: email */
                email: string;
                firstName: string | null;
                lastName: string | null;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                updatedAt: string;
                /** @description true until the invitation has been accepted */
                isPending: boolean;
                /**
                 * @description present when includeRole is true
                 * @enum {string}
                 */
                role?: "global:owner" | "global:admin" | "global:member";
            }[];
            nextCursor: string | null;
        };
        workflow: {
            readonly id?: string;
            name: string;
            readonly active?: boolean;
            /** Format: date-time */
            readonly createdAt?: string;
            /** Format: date-time */
            readonly updatedAt?: string;
            nodes: components["schemas"]["node"][];
            connections: {
                [key: string]: unknown;
            };
            settings: components["schemas"]["workflowSettings"];
            staticData?: (string | null) | ({
                [key: string]: unknown;
            } | null) | (null);
            readonly tags?: components["schemas"]["tag"][];
        };
        workflowList: {
            data: {
                /** Format: date-time */
                updatedAt: string;
                /** Format: date-time */
                createdAt: string;
                id: string;
                name: string;
                description?: string | null;
                active: boolean;
                isArchived: boolean;
                nodes: {
                    [key: string]: unknown;
                }[];
                connections: {
                    [key: string]: unknown;
                };
                settings: {
                    [key: string]: unknown;
                };
                /** @description An object, null, or whatever else JSON text held */
                staticData: unknown;
                meta: {
                    [key: string]: unknown;
                } | null;
                pinData?: {
                    [key: string]: unknown;
                } | null;
                versionId: string;
                activeVersionId: string | null;
                versionCounter?: number;
                triggerCount: number;
                shared?: unknown;
                tags?: components["schemas"]["tag"][];
                activeVersion?: {
                    /** Format: date-time */
                    updatedAt: string;
                    /** Format: date-time */
                    createdAt: string;
                    versionId: string;
                    workflowId: string;
                    nodes: {
                        [key: string]: unknown;
                    }[];
                    connections: {
                        [key: string]: unknown;
                    };
                    authors: string;
                    name: string | null;
                    description: string | null;
                } | null;
            }[];
            nextCursor: string | null;
        };
        workflowSettings: {
            saveExecutionProgress?: boolean;
            saveManualExecutions?: boolean;
            /** @enum {string} */
            saveDataErrorExecution?: "all" | "none";
            /** @enum {string} */
            saveDataSuccessExecution?: "all" | "none";
            executionTimeout?: number;
            /** @description id of the workflow with the error trigger node */
            errorWorkflow?: string;
            /** @example Europe/Berlin */
            timezone?: string;
            executionOrder?: string;
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
    generateAudit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "additionalOptions": {
                 *         "daysAbandonedWorkflow": 90,
                 *         "categories": [
                 *           "credentials",
                 *           "nodes"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    additionalOptions?: {
                        /** @description days without execution after which a workflow counts as abandoned */
                        daysAbandonedWorkflow?: number;
                        categories?: ("credentials" | "database" | "nodes" | "filesystem" | "instance")[];
                    };
                };
            };
        };
        responses: {
            /** @description The reports with findings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["audit"];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createCredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "GitHub (bot)",
                 *       "type": "githubApi",
                 *       "data": {
                 *         "accessToken": "a",
                 *         "user": "u",
                 *         "server": "s"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["credential"];
            };
        };
        responses: {
            /** @description The new credential */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        updatedAt: string;
                        /** Format: date-time */
                        createdAt: string;
                        id?: string;
                        name: string;
                        type: string;
                        isManaged: boolean;
                        isGlobal: boolean;
                    };
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deleted credential */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        updatedAt: string;
                        /** Format: date-time */
                        createdAt: string;
                        id?: string;
                        name: string;
                        type: string;
                        isManaged: boolean;
                        isGlobal: boolean;
                    };
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getCredentialSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example githubApi */
                credentialTypeName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schema */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getExecutions: {
        parameters: {
            query?: {
                /** @description Include detailed execution data */
                includeData?: boolean;
                status?: "canceled" | "error" | "running" | "success" | "waiting";
                workflowId?: string;
                projectId?: string;
                /** @description The most items that the page may hold */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of executions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["executionList"];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getExecution: {
        parameters: {
            query?: {
                /** @description Include detailed execution data */
                includeData?: boolean;
            };
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["execution"];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deleted execution */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        finished: boolean;
                        /** @enum {string} */
                        mode: "cli" | "error" | "integrated" | "internal" | "manual" | "retry" | "trigger" | "webhook";
                        retryOf: string | null;
                        retrySuccessId: string | null;
                        status: string;
                        /** Format: date-time */
                        startedAt: string;
                        /** Format: date-time */
                        stoppedAt: string | null;
                        workflowId: string;
                        /** Format: date-time */
                        waitTill: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        deletedAt: string | null;
                    };
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    pull: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "force": false
                 *     }
                 */
                "application/json": components["schemas"]["pull"];
            };
        };
        responses: {
            /** @description What the pull changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["changedFiles"];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getTags: {
        parameters: {
            query?: {
                /** @description The most items that the page may hold */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tags */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tagList"];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "urgent"
                 *     }
                 */
                "application/json": components["schemas"]["tag"];
            };
        };
        responses: {
            /** @description The new tag */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tag"];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tag"];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "important"
                 *     }
                 */
                "application/json": components["schemas"]["tag"];
            };
        };
        responses: {
            /** @description The tag after the change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tag"];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deleted tag */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tag"];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getUsers: {
        parameters: {
            query?: {
                /** @description The most items that the page may hold */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Include the user's role */
                includeRole?: boolean;
                /** @description Only the members of this project */
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["userList"];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "email": "mia@example.com"
                 *       }
                 *     ]
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                    role?: string;
                }[];
            };
        };
        responses: {
            /** @description The invitations */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: {
                            id: string;
                            email: string;
                            emailSent: boolean;
                            role: string;
                            inviteAcceptUrl: string;
                        };
                        error: string;
                    }[];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: {
                /** @description Include the user's role */
                includeRole?: boolean;
            };
            header?: never;
            path: {
                /** @example owner@example.com */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user"];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example owner@example.com */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getWorkflows: {
        parameters: {
            query?: {
                active?: boolean;
                /** @description Names of tags, separated by commas; all must be there */
                tags?: string;
                /** @description A part of the name */
                name?: string;
                projectId?: string;
                /** @description Leave `pinData` out */
                excludePinnedData?: boolean;
                /** @description The most items that the page may hold */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of workflows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["workflowList"];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Greet new customers",
                 *       "nodes": [
                 *         {
                 *           "name": "Every morning",
                 *           "type": "n8n-nodes-base.scheduleTrigger",
                 *           "typeVersion": 1.2,
                 *           "position": [
                 *             0,
                 *             0
                 *           ],
                 *           "parameters": {
                 *             "rule": {
                 *               "interval": [
                 *                 {
                 *                   "field": "days",
                 *                   "triggerAtHour": 9
                 *                 }
                 *               ]
                 *             }
                 *           }
                 *         },
                 *         {
                 *           "name": "Fetch customers",
                 *           "type": "n8n-nodes-base.httpRequest",
                 *           "typeVersion": 4.2,
                 *           "position": [
                 *             220,
                 *             0
                 *           ],
                 *           "parameters": {
                 *             "url": "https://example.com/customers"
                 *           }
                 *         }
                 *       ],
                 *       "connections": {
                 *         "Every morning": {
                 *           "main": [
                 *             [
                 *               {
                 *                 "node": "Fetch customers",
                 *                 "type": "main",
                 *                 "index": 0
                 *               }
                 *             ]
                 *           ]
                 *         }
                 *       },
                 *       "settings": {
                 *         "executionOrder": "v1"
                 *       }
                 *     }
                 */
                "application/json": {
                    readonly id?: string;
                    name: string;
                    readonly active?: boolean;
                    /** Format: date-time */
                    readonly createdAt?: string;
                    /** Format: date-time */
                    readonly updatedAt?: string;
                    nodes: {
                        id?: string;
                        name?: string;
                        webhookId?: string;
                        disabled?: boolean;
                        notesInFlow?: boolean;
                        notes?: string;
                        /** @example n8n-nodes-base.manualTrigger */
                        type?: string;
                        typeVersion?: number;
                        executeOnce?: boolean;
                        alwaysOutputData?: boolean;
                        retryOnFail?: boolean;
                        maxTries?: number;
                        waitBetweenTries?: number;
                        /**
                         * @deprecated
                         * @description use onError instead
                         */
                        continueOnFail?: boolean;
                        onError?: string;
                        position?: number[];
                        parameters?: {
                            [key: string]: unknown;
                        };
                        /** @description credential type name to { id, name } */
                        credentials?: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        readonly createdAt?: string;
                        /** Format: date-time */
                        readonly updatedAt?: string;
                    }[];
                    connections: {
                        [key: string]: unknown;
                    };
                    settings: {
                        saveExecutionProgress?: boolean;
                        saveManualExecutions?: boolean;
                        /** @enum {string} */
                        saveDataErrorExecution?: "all" | "none";
                        /** @enum {string} */
                        saveDataSuccessExecution?: "all" | "none";
                        executionTimeout?: number;
                        /** @description id of the workflow with the error trigger node */
                        errorWorkflow?: string;
                        /** @example Europe/Berlin */
                        timezone?: string;
                        executionOrder?: string;
                        /**
                         * @default workflowsFromSameOwner
                         * @enum {string}
                         */
                        callerPolicy?: "any" | "none" | "workflowsFromAList" | "workflowsFromSameOwner";
                        callerIds?: string;
                        timeSavedPerExecution?: number;
                        /** @default false */
                        availableInMCP?: boolean;
                    };
                    staticData?: (string | null) | ({
                        [key: string]: unknown;
                    } | null) | (null);
                    readonly tags?: components["schemas"]["tag"][];
                    /** @description passed over */
                    shared?: unknown;
                    readonly activeVersion?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The new workflow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        updatedAt: string;
                        /** Format: date-time */
                        createdAt: string;
                        id: string;
                        name: string;
                        description?: string | null;
                        active: boolean;
                        isArchived: boolean;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        settings: {
                            [key: string]: unknown;
                        };
                        /** @description An object, null, or whatever else JSON text held */
                        staticData: unknown;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        pinData?: {
                            [key: string]: unknown;
                        } | null;
                        versionId: string;
                        activeVersionId: string | null;
                        versionCounter?: number;
                        triggerCount: number;
                        shared?: unknown;
                        tags?: components["schemas"]["tag"][];
                        activeVersion?: {
                            /** Format: date-time */
                            updatedAt: string;
                            /** Format: date-time */
                            createdAt: string;
                            versionId: string;
                            workflowId: string;
                            nodes: {
                                [key: string]: unknown;
                            }[];
                            connections: {
                                [key: string]: unknown;
                            };
                            authors: string;
                            name: string | null;
                            description: string | null;
                        } | null;
                    };
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getWorkflow: {
        parameters: {
            query?: {
                /** @description Leave `pinData` out */
                excludePinnedData?: boolean;
            };
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workflow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        updatedAt: string;
                        /** Format: date-time */
                        createdAt: string;
                        id: string;
                        name: string;
                        description?: string | null;
                        active: boolean;
                        isArchived: boolean;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        settings: {
                            [key: string]: unknown;
                        };
                        /** @description An object, null, or whatever else JSON text held */
                        staticData: unknown;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        pinData?: {
                            [key: string]: unknown;
                        } | null;
                        versionId: string;
                        activeVersionId: string | null;
                        versionCounter?: number;
                        triggerCount: number;
                        shared?: unknown;
                        tags?: components["schemas"]["tag"][];
                        activeVersion?: {
                            /** Format: date-time */
                            updatedAt: string;
                            /** Format: date-time */
                            createdAt: string;
                            versionId: string;
                            workflowId: string;
                            nodes: {
                                [key: string]: unknown;
                            }[];
                            connections: {
                                [key: string]: unknown;
                            };
                            authors: string;
                            name: string | null;
                            description: string | null;
                        } | null;
                    };
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Greet new customers",
                 *       "nodes": [
                 *         {
                 *           "name": "Every morning",
                 *           "type": "n8n-nodes-base.scheduleTrigger",
                 *           "typeVersion": 1.2,
                 *           "position": [
                 *             0,
                 *             0
                 *           ],
                 *           "parameters": {
                 *             "rule": {
                 *               "interval": [
                 *                 {
                 *                   "field": "days",
                 *                   "triggerAtHour": 9
                 *                 }
                 *               ]
                 *             }
                 *           }
                 *         },
                 *         {
                 *           "name": "Fetch customers",
                 *           "type": "n8n-nodes-base.httpRequest",
                 *           "typeVersion": 4.2,
                 *           "position": [
                 *             220,
                 *             0
                 *           ],
                 *           "parameters": {
                 *             "url": "https://example.com/customers"
                 *           }
                 *         }
                 *       ],
                 *       "connections": {
                 *         "Every morning": {
                 *           "main": [
                 *             [
                 *               {
                 *                 "node": "Fetch customers",
                 *                 "type": "main",
                 *                 "index": 0
                 *               }
                 *             ]
                 *           ]
                 *         }
                 *       },
                 *       "settings": {
                 *         "executionOrder": "v1"
                 *       }
                 *     }
                 */
                "application/json": {
                    readonly id?: string;
                    name: string;
                    readonly active?: boolean;
                    /** Format: date-time */
                    readonly createdAt?: string;
                    /** Format: date-time */
                    readonly updatedAt?: string;
                    nodes: {
                        id?: string;
                        name?: string;
                        webhookId?: string;
                        disabled?: boolean;
                        notesInFlow?: boolean;
                        notes?: string;
                        /** @example n8n-nodes-base.manualTrigger */
                        type?: string;
                        typeVersion?: number;
                        executeOnce?: boolean;
                        alwaysOutputData?: boolean;
                        retryOnFail?: boolean;
                        maxTries?: number;
                        waitBetweenTries?: number;
                        /**
                         * @deprecated
                         * @description use onError instead
                         */
                        continueOnFail?: boolean;
                        onError?: string;
                        position?: number[];
                        parameters?: {
                            [key: string]: unknown;
                        };
                        /** @description credential type name to { id, name } */
                        credentials?: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        readonly createdAt?: string;
                        /** Format: date-time */
                        readonly updatedAt?: string;
                    }[];
                    connections: {
                        [key: string]: unknown;
                    };
                    settings: {
                        saveExecutionProgress?: boolean;
                        saveManualExecutions?: boolean;
                        /** @enum {string} */
                        saveDataErrorExecution?: "all" | "none";
                        /** @enum {string} */
                        saveDataSuccessExecution?: "all" | "none";
                        executionTimeout?: number;
                        /** @description id of the workflow with the error trigger node */
                        errorWorkflow?: string;
                        /** @example Europe/Berlin */
                        timezone?: string;
                        executionOrder?: string;
                        /**
                         * @default workflowsFromSameOwner
                         * @enum {string}
                         */
                        callerPolicy?: "any" | "none" | "workflowsFromAList" | "workflowsFromSameOwner";
                        callerIds?: string;
                        timeSavedPerExecution?: number;
                        /** @default false */
                        availableInMCP?: boolean;
                    };
                    staticData?: (string | null) | ({
                        [key: string]: unknown;
                    } | null) | (null);
                    readonly tags?: components["schemas"]["tag"][];
                    /** @description passed over */
                    shared?: unknown;
                    readonly activeVersion?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The workflow after the change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        updatedAt: string;
                        /** Format: date-time */
                        createdAt: string;
                        id: string;
                        name: string;
                        description?: string | null;
                        active: boolean;
                        isArchived: boolean;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        settings: {
                            [key: string]: unknown;
                        };
                        /** @description An object, null, or whatever else JSON text held */
                        staticData: unknown;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        pinData?: {
                            [key: string]: unknown;
                        } | null;
                        versionId: string;
                        activeVersionId: string | null;
                        versionCounter?: number;
                        triggerCount: number;
                        shared?: unknown;
                        tags?: components["schemas"]["tag"][];
                        activeVersion?: {
                            /** Format: date-time */
                            updatedAt: string;
                            /** Format: date-time */
                            createdAt: string;
                            versionId: string;
                            workflowId: string;
                            nodes: {
                                [key: string]: unknown;
                            }[];
                            connections: {
                                [key: string]: unknown;
                            };
                            authors: string;
                            name: string | null;
                            description: string | null;
                        } | null;
                    };
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deleted workflow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        updatedAt: string;
                        /** Format: date-time */
                        createdAt: string;
                        id: string;
                        name: string;
                        description?: string | null;
                        active: boolean;
                        isArchived: boolean;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        settings: {
                            [key: string]: unknown;
                        };
                        /** @description An object, null, or whatever else JSON text held */
                        staticData: unknown;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        pinData?: {
                            [key: string]: unknown;
                        } | null;
                        versionId: string;
                        activeVersionId: string | null;
                        versionCounter?: number;
                        triggerCount: number;
                        shared?: unknown;
                        tags?: components["schemas"]["tag"][];
                        activeVersion?: {
                            /** Format: date-time */
                            updatedAt: string;
                            /** Format: date-time */
                            createdAt: string;
                            versionId: string;
                            workflowId: string;
                            nodes: {
                                [key: string]: unknown;
                            }[];
                            connections: {
                                [key: string]: unknown;
                            };
                            authors: string;
                            name: string | null;
                            description: string | null;
                        } | null;
                    };
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    activateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workflow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        updatedAt: string;
                        /** Format: date-time */
                        createdAt: string;
                        id: string;
                        name: string;
                        description?: string | null;
                        active: boolean;
                        isArchived: boolean;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        settings: {
                            [key: string]: unknown;
                        };
                        /** @description An object, null, or whatever else JSON text held */
                        staticData: unknown;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        pinData?: {
                            [key: string]: unknown;
                        } | null;
                        versionId: string;
                        activeVersionId: string | null;
                        versionCounter?: number;
                        triggerCount: number;
                        shared?: unknown;
                        tags?: components["schemas"]["tag"][];
                        activeVersion?: {
                            /** Format: date-time */
                            updatedAt: string;
                            /** Format: date-time */
                            createdAt: string;
                            versionId: string;
                            workflowId: string;
                            nodes: {
                                [key: string]: unknown;
                            }[];
                            connections: {
                                [key: string]: unknown;
                            };
                            authors: string;
                            name: string | null;
                            description: string | null;
                        } | null;
                    };
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deactivateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workflow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        updatedAt: string;
                        /** Format: date-time */
                        createdAt: string;
                        id: string;
                        name: string;
                        description?: string | null;
                        active: boolean;
                        isArchived: boolean;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        settings: {
                            [key: string]: unknown;
                        };
                        /** @description An object, null, or whatever else JSON text held */
                        staticData: unknown;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        pinData?: {
                            [key: string]: unknown;
                        } | null;
                        versionId: string;
                        activeVersionId: string | null;
                        versionCounter?: number;
                        triggerCount: number;
                        shared?: unknown;
                        tags?: components["schemas"]["tag"][];
                        activeVersion?: {
                            /** Format: date-time */
                            updatedAt: string;
                            /** Format: date-time */
                            createdAt: string;
                            versionId: string;
                            workflowId: string;
                            nodes: {
                                [key: string]: unknown;
                            }[];
                            connections: {
                                [key: string]: unknown;
                            };
                            authors: string;
                            name: string | null;
                            description: string | null;
                        } | null;
                    };
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getWorkflowTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its tags */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tag"][];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateWorkflowTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "2tUt1wbLX592XDdX"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["tagIds"];
            };
        };
        responses: {
            /** @description Its tags */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tag"][];
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getWorkflowVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        updatedAt: string;
                        /** Format: date-time */
                        createdAt: string;
                        versionId: string;
                        workflowId: string;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        authors: string;
                        name: string | null;
                        description: string | null;
                    };
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    transferWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "destinationProjectId": "VmwOO9HeTEj20kxM"
                 *     }
                 */
                "application/json": {
                    destinationProjectId: string;
                };
            };
        };
        responses: {
            /** @description It is moved */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    retryExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    loadWorkflow?: boolean;
                };
            };
        };
        responses: {
            /** @description The new execution */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        mode: string;
                        /** Format: date-time */
                        startedAt: string;
                        workflowId: string;
                        finished: boolean;
                        retryOf: number;
                        status: string;
                        /** @description only when includeData is true */
                        data?: {
                            [key: string]: unknown;
                        };
                        workflowData?: {
                            [key: string]: unknown;
                        } | null;
                        customData?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    transferCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "destinationProjectId": "VmwOO9HeTEj20kxM"
                 *     }
                 */
                "application/json": {
                    destinationProjectId: string;
                };
            };
        };
        responses: {
            /** @description It is moved */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example owner@example.com */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "newRoleName": "global:admin"
                 *     }
                 */
                "application/json": {
                    newRoleName: string;
                };
            };
        };
        responses: {
            /** @description It is changed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getVariables: {
        parameters: {
            query?: {
                /** @description At most 250; 0 means all */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Only those of this project */
                projectId?: string;
                /** @description Only those without a value */
                state?: "empty";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of variables */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            key: string;
                            value: string;
                            type: string;
                            project: {
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "personal" | "team";
                                icon: {
                                    type: string;
                                    value: string;
                                    color?: string;
                                } | null;
                                description: string | null;
                                customTelemetryTags: {
                                    key: string;
                                    value: string;
                                }[];
                                creatorId: string | null;
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                updatedAt: string;
                            } | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createVariable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "region",
                 *       "value": "eu-central-1"
                 *     }
                 */
                "application/json": {
                    readonly id?: string;
                    key: string;
                    value: string;
                    readonly type?: string;
                    projectId?: string;
                };
            };
        };
        responses: {
            /** @description It is created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "region",
                 *       "value": "eu-central-1"
                 *     }
                 */
                "application/json": {
                    readonly id?: string;
                    key: string;
                    value: string;
                    readonly type?: string;
                    projectId?: string | null;
                };
            };
        };
        responses: {
            /** @description It is updated */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProjects: {
        parameters: {
            query?: {
                /** @description At most 250; 0 means all */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of projects */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            type: "personal" | "team";
                            icon: {
                                type: string;
                                value: string;
                                color?: string;
                            } | null;
                            description: string | null;
                            customTelemetryTags: {
                                key: string;
                                value: string;
                            }[];
                            creatorId: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Sales"
                 *     }
                 */
                "application/json": {
                    name: string;
                    readonly id?: string;
                    readonly type?: string;
                };
            };
        };
        responses: {
            /** @description The new project */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** @enum {string} */
                        type: "personal" | "team";
                        icon: {
                            type: string;
                            value: string;
                            color?: string;
                        } | null;
                        description: string | null;
                        customTelemetryTags: {
                            key: string;
                            value: string;
                        }[];
                        creatorId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        role: string;
                        scopes: string[];
                    };
                };
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Sales"
                 *     }
                 */
                "application/json": {
                    name: string;
                    readonly id?: string;
                    readonly type?: string;
                };
            };
        };
        responses: {
            /** @description It is renamed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    addUsersToProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "relations": [
                 *         {
                 *           "userId": "91765f0d-3b29-45df-adb9-35b23937eb92",
                 *           "role": "project:viewer"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    relations: {
                        userId: string;
                        role: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description They are members */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteUserFromProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is no member any more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    changeUserRoleInProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "project:editor"
                 *     }
                 */
                "application/json": {
                    role: string;
                };
            };
        };
        responses: {
            /** @description It is changed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid or provides malformed data */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The specified resource was not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
}
