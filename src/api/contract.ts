// Generated from the OpenAPI document of contract by test/tools/generate/api-types.ts: do not edit.

export type Audit = components['schemas']['audit']
export type Credential = components['schemas']['credential']
export type ApiError = components['schemas']['error']
export type Execution = components['schemas']['execution']
export type ExecutionList = components['schemas']['executionList']
export type ImportResult = components['schemas']['importResult']
export type Node = components['schemas']['node']
export type Pull = components['schemas']['pull']
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
        /** Retrieve all executions */
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
        post?: never;
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
        delete?: never;
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
                    location: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community";
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
                    location: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community";
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
                    location: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community";
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
                    location: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community";
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
                    location: ({
                        /** @enum {string} */
                        kind: "credential" | "node" | "community";
                    } & {
                        [key: string]: string;
                    })[];
                }[];
            };
        };
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
            id: number;
            /** @description only when includeData is true */
            data?: {
                [key: string]: unknown;
            };
            finished: boolean;
            /** @enum {string} */
            mode: "cli" | "error" | "integrated" | "internal" | "manual" | "retry" | "trigger" | "webhook";
            retryOf: number | null;
            retrySuccessId: number | null;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            stoppedAt?: string;
            workflowId: number | string;
            /** Format: date-time */
            waitTill: string | null;
        };
        executionList: {
            data: components["schemas"]["execution"][];
            nextCursor: string | null;
        };
        importResult: {
            variables: {
                added: string[];
                changed: string[];
            };
            credentials: {
                id: string;
                name: string;
                type: string;
            }[];
            workflows: {
                id: string;
                name: string;
            }[];
            tags: {
                tags: {
                    id: string;
                    name: string;
                }[];
                mappings: {
                    workflowId: string;
                    tagId: string;
                }[];
            };
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
                [key: string]: {
                    [key: string]: unknown;
                };
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
            firstName?: string;
            lastName?: string;
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
            data: components["schemas"]["user"][];
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
            data: components["schemas"]["workflow"][];
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
                 *         "accessToken": "not-a-real-token"
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
                    "application/json": components["schemas"]["credential"];
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
                    "application/json": components["schemas"]["credential"];
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
                status?: "error" | "success" | "waiting";
                workflowId?: string;
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
                    "application/json": components["schemas"]["importResult"];
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
    getWorkflows: {
        parameters: {
            query?: {
                active?: boolean;
                /** @description Names of tags, separated by commas; all must be there */
                tags?: string;
                /** @description A part of the name */
                name?: string;
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
                "application/json": components["schemas"]["workflow"];
            };
        };
        responses: {
            /** @description The new workflow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["workflow"];
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
                    "application/json": components["schemas"]["workflow"];
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
                "application/json": components["schemas"]["workflow"];
            };
        };
        responses: {
            /** @description The workflow after the change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["workflow"];
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
                    "application/json": components["schemas"]["workflow"];
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
                    "application/json": components["schemas"]["workflow"];
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
                    "application/json": components["schemas"]["workflow"];
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
                 *         "id": "1"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["tagIds"];
            };
        };
        responses: {
            /** @description Its tags after the change */
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
