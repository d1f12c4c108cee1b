// Generated from the OpenAPI document of n8n-2.41 by test/tools/generate/api-types.ts: do not edit.

export type ChangedCredential = components['schemas']['changedCredential']
export type ChangedFolder = components['schemas']['changedFolder']
export type ChangedRole = components['schemas']['changedRole']
export type ChangedVariable = components['schemas']['changedVariable']
export type ChangedWorkflow = components['schemas']['changedWorkflow']
export type CountedFolder = components['schemas']['countedFolder']
export type Credential = components['schemas']['credential']
export type CredentialItem = components['schemas']['credentialItem']
export type DataTable = components['schemas']['dataTable']
export type DataTableColumn = components['schemas']['dataTableColumn']
export type DataTableItem = components['schemas']['dataTableItem']
export type Destination = components['schemas']['destination']
export type ApiError = components['schemas']['error']
export type Execution = components['schemas']['execution']
export type ExecutionItem = components['schemas']['executionItem']
export type ExecutionRetry = components['schemas']['executionRetry']
export type ExecutionSelection = components['schemas']['executionSelection']
export type Folder = components['schemas']['folder']
export type FolderItem = components['schemas']['folderItem']
export type Invitations = components['schemas']['invitations']
export type Invited = components['schemas']['invited']
export type MadeProject = components['schemas']['madeProject']
export type MadeRole = components['schemas']['madeRole']
export type Member = components['schemas']['member']
export type NewCredential = components['schemas']['newCredential']
export type NewDataTable = components['schemas']['newDataTable']
export type NewDataTableRows = components['schemas']['newDataTableRows']
export type NewFolder = components['schemas']['newFolder']
export type NewRole = components['schemas']['newRole']
export type NewVariable = components['schemas']['newVariable']
export type NewWorkflow = components['schemas']['newWorkflow']
export type Node = components['schemas']['node']
export type NodeGroup = components['schemas']['nodeGroup']
export type OtelSettings = components['schemas']['otelSettings']
export type OtelTarget = components['schemas']['otelTarget']
export type Project = components['schemas']['project']
export type ProjectInput = components['schemas']['projectInput']
export type Pull = components['schemas']['pull']
export type Push = components['schemas']['push']
export type Relations = components['schemas']['relations']
export type Role = components['schemas']['role']
export type RowChange = components['schemas']['rowChange']
export type SourceControlFiles = components['schemas']['sourceControlFiles']
export type Tag = components['schemas']['tag']
export type TagIds = components['schemas']['tagIds']
export type TagInput = components['schemas']['tagInput']
export type User = components['schemas']['user']
export type Variable = components['schemas']['variable']
export type Workflow = components['schemas']['workflow']
export type WorkflowItem = components['schemas']['workflowItem']
export type WorkflowSettings = components['schemas']['workflowSettings']
export type WorkflowVersion = components['schemas']['workflowVersion']
export type WorkflowVersionEntry = components['schemas']['workflowVersionEntry']

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
    "/settings/ldap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get ldap configuration; needs a licence that no instance here has */
        get: operations["getLdapConfiguration"];
        /** Update ldap configuration; needs a licence that no instance here has */
        put: operations["updateLdapConfiguration"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/ldap/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get ldap sync; needs a licence that no instance here has */
        get: operations["getLdapSync"];
        put?: never;
        /** Run ldap sync; needs a licence that no instance here has */
        post: operations["runLdapSync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/security-policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get security policy; needs a licence that no instance here has */
        get: operations["getSecurityPolicy"];
        /** Update security policy; needs a licence that no instance here has */
        put: operations["updateSecurityPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/otel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the settings of telemetry */
        get: operations["getOtelSettings"];
        /** Change the settings of telemetry; nothing is sent anywhere */
        put: operations["updateOtelSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/otel/test-trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test trace; nothing is sent from here, so it always fails */
        post: operations["testOtelTrace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/sso/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get oidc configuration; needs a licence that no instance here has */
        get: operations["getOidcConfiguration"];
        /** Set oidc configuration; needs a licence that no instance here has */
        put: operations["setOidcConfiguration"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/sso/saml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get saml configuration; needs a licence that no instance here has */
        get: operations["getSamlConfiguration"];
        /** Update saml configuration; needs a licence that no instance here has */
        put: operations["updateSamlConfiguration"];
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
    "/workflows/{id}/test-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a workflow's test runs; there are none here */
        get: operations["getTestRuns"];
        put?: never;
        /** Start a test run; needs a licence that no instance here has */
        post: operations["createTestRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/test-runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a test run; there are none here */
        get: operations["getTestRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/test-runs/{runId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a test run; needs a licence that no instance here has */
        post: operations["cancelTestRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/test-runs/{runId}/test-cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a test run's cases; there are none here */
        get: operations["getTestCases"];
        put?: never;
        post?: never;
        delete?: never;
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
    "/data-tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve all data tables, newest first */
        get: operations["listDataTables"];
        put?: never;
        /** Create a data table */
        post: operations["createDataTable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data-tables/{dataTableId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a data table */
        get: operations["getDataTable"];
        put?: never;
        post?: never;
        /** Delete a data table with its rows */
        delete: operations["deleteDataTable"];
        options?: never;
        head?: never;
        /** Rename a data table */
        patch: operations["updateDataTable"];
        trace?: never;
    };
    "/data-tables/{dataTableId}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve rows of a data table */
        get: operations["getDataTableRows"];
        put?: never;
        /** Insert rows into a data table */
        post: operations["insertDataTableRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data-tables/{dataTableId}/rows/update": {
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
        /** Change the rows that pass a filter */
        patch: operations["updateDataTableRows"];
        trace?: never;
    };
    "/data-tables/{dataTableId}/rows/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change the rows that pass a filter, or insert one where none does */
        post: operations["upsertDataTableRow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data-tables/{dataTableId}/rows/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete all rows of a data table */
        delete: operations["clearDataTableRows"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data-tables/{dataTableId}/rows/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete the rows that pass a filter */
        delete: operations["deleteDataTableRows"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data-tables/{dataTableId}/columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the columns of a data table */
        get: operations["listDataTableColumns"];
        put?: never;
        /** Add a column to a data table */
        post: operations["createDataTableColumn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data-tables/{dataTableId}/columns/{columnId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a column */
        delete: operations["deleteDataTableColumn"];
        options?: never;
        head?: never;
        /** Rename or move a column */
        patch: operations["updateDataTableColumn"];
        trace?: never;
    };
    "/community-packages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the installed community packages */
        get: operations["getInstalledPackages"];
        put?: never;
        /** Install a community package; none can be, here */
        post: operations["installPackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/community-packages/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Uninstall a community package */
        delete: operations["uninstallPackage"];
        options?: never;
        head?: never;
        /** Update a community package; none can be, here */
        patch: operations["updatePackage"];
        trace?: never;
    };
    "/discover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the key may do */
        get: operations["getDiscover"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the folders of a project */
        get: operations["listFolders"];
        put?: never;
        /** Create a folder */
        post: operations["createFolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/folders/{folderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a folder with how much is in it */
        get: operations["getFolder"];
        put?: never;
        post?: never;
        /** Delete a folder; what it holds is moved, or archived */
        delete: operations["deleteFolder"];
        options?: never;
        head?: never;
        /** Rename a folder, or move it to another one */
        patch: operations["updateFolder"];
        trace?: never;
    };
    "/n8n-packages/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Export workflows, folders or projects as a package */
        post: operations["exportPackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n8n-packages/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import a package; refused here */
        post: operations["importPackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/log-streaming/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get event types; needs a licence that no instance here has */
        get: operations["getEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/log-streaming/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get destinations; needs a licence that no instance here has */
        get: operations["getDestinations"];
        put?: never;
        /** Create destination; needs a licence that no instance here has */
        post: operations["createDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/log-streaming/destinations/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Test destination; needs a licence that no instance here has */
        post: operations["testDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/log-streaming/destinations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get destination; needs a licence that no instance here has */
        get: operations["getDestination"];
        /** Update destination; needs a licence that no instance here has */
        put: operations["updateDestination"];
        post?: never;
        /** Delete destination; needs a licence that no instance here has */
        delete: operations["deleteDestination"];
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
        /** Retrieve all credentials, newest first */
        get: operations["getCredentials"];
        put?: never;
        /** Create a credential */
        post: operations["createCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/{credentialId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a credential, without its data */
        get: operations["getCredential"];
        put?: never;
        post?: never;
        /** Delete a credential */
        delete: operations["deleteCredential"];
        options?: never;
        head?: never;
        /** Change a credential */
        patch: operations["updateCredential"];
        trace?: never;
    };
    "/credentials/{credentialId}/transfer": {
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
    "/credentials/{credentialId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Test a credential; nobody is called here, so there is never a test for it */
        post: operations["testCredential"];
        delete?: never;
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
        get: operations["getCredentialType"];
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
    "/executions/{executionId}": {
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
    "/executions/{executionId}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an execution's annotation tags */
        get: operations["getExecutionTags"];
        /** Replace an execution's annotation tags */
        put: operations["updateExecutionTags"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop executions that run or wait */
        post: operations["stopManyExecutions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{executionId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop an execution that runs or waits */
        post: operations["stopExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{executionId}/retry": {
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
    "/insights/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sum up the finished executions of a period */
        get: operations["getInsightsSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/node-type-policies/instance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get instance policy; needs a licence that no instance here has */
        get: operations["getInstancePolicy"];
        /** Put instance policy; needs a licence that no instance here has */
        put: operations["putInstancePolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/node-type-policies/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get project policy; needs a licence that no instance here has */
        get: operations["getProjectPolicy"];
        /** Put project policy; needs a licence that no instance here has */
        put: operations["putProjectPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/node-type-policies/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List policy documents; needs a licence that no instance here has */
        get: operations["listPolicyDocuments"];
        put?: never;
        /** Create policy document; needs a licence that no instance here has */
        post: operations["createPolicyDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/node-type-policies/policies/{policyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get policy document; needs a licence that no instance here has */
        get: operations["getPolicyDocument"];
        /** Update policy document; needs a licence that no instance here has */
        put: operations["updatePolicyDocument"];
        post?: never;
        /** Delete policy document; needs a licence that no instance here has */
        delete: operations["deletePolicyDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/node-type-policies/scopes/{scopeId}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replace attachments; needs a licence that no instance here has */
        put: operations["replaceAttachments"];
        post?: never;
        delete?: never;
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
        /** Retrieve the members of a project */
        get: operations["getProjectUsers"];
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
    "/promotions/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get promotion providers; needs a licence that no instance here has */
        get: operations["getPromotionProviders"];
        put?: never;
        /** Create promotion provider; needs a licence that no instance here has */
        post: operations["createPromotionProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/promotions/providers/{promotionProviderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get promotion provider; needs a licence that no instance here has */
        get: operations["getPromotionProvider"];
        /** Update promotion provider; needs a licence that no instance here has */
        put: operations["updatePromotionProvider"];
        post?: never;
        /** Delete promotion provider; needs a licence that no instance here has */
        delete: operations["deletePromotionProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/promotions/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get promotion connections; needs a licence that no instance here has */
        get: operations["getPromotionConnections"];
        put?: never;
        /** Create promotion connection; needs a licence that no instance here has */
        post: operations["createPromotionConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/promotions/connections/{promotionConnectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get promotion connection; needs a licence that no instance here has */
        get: operations["getPromotionConnection"];
        /** Update promotion connection; needs a licence that no instance here has */
        put: operations["updatePromotionConnection"];
        post?: never;
        /** Delete promotion connection; needs a licence that no instance here has */
        delete: operations["deletePromotionConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/promotions/connections/{promotionConnectionId}/configs/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Upsert promotion apply config; needs a licence that no instance here has */
        put: operations["upsertPromotionApplyConfig"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/promotions/connections/{promotionConnectionId}/configs/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Upsert promotion promote config; needs a licence that no instance here has */
        put: operations["upsertPromotionPromoteConfig"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/promotions/connections/{promotionConnectionId}/configs/{direction}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete promotion config; needs a licence that no instance here has */
        delete: operations["deletePromotionConfig"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/promotions/connections/{promotionConnectionId}/{direction}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Clone promotion checkout; needs a licence that no instance here has */
        post: operations["clonePromotionCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/promotions/connections/{promotionConnectionId}/{direction}/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disconnect promotion checkout; needs a licence that no instance here has */
        post: operations["disconnectPromotionCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/promotions/connections/{promotionConnectionId}/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get promotion connection projects; needs a licence that no instance here has */
        get: operations["getPromotionConnectionProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/promotions/connections/{promotionConnectionId}/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add project to promotion connection; needs a licence that no instance here has */
        post: operations["addProjectToPromotionConnection"];
        /** Remove project from promotion connection; needs a licence that no instance here has */
        delete: operations["removeProjectFromPromotionConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/promotions/connections/{promotionConnectionId}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Promote package; needs a licence that no instance here has */
        post: operations["promotePackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/promotions/connections/{promotionConnectionId}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Apply package; needs a licence that no instance here has */
        post: operations["applyPackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/promotions/connections/{promotionConnectionId}/apply/continue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Continue apply package; needs a licence that no instance here has */
        post: operations["continueApplyPackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/promotions/projects/{projectId}/changes/{direction}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get promotion changes; needs a licence that no instance here has */
        get: operations["getPromotionChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/role-mapping-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get role mapping rules; needs a licence that no instance here has */
        get: operations["getRoleMappingRules"];
        put?: never;
        /** Create role mapping rule; needs a licence that no instance here has */
        post: operations["createRoleMappingRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/role-mapping-rules/{roleMappingRuleId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move role mapping rule; needs a licence that no instance here has */
        post: operations["moveRoleMappingRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/role-mapping-rules/{roleMappingRuleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete role mapping rule; needs a licence that no instance here has */
        delete: operations["deleteRoleMappingRule"];
        options?: never;
        head?: never;
        /** Update role mapping rule; needs a licence that no instance here has */
        patch: operations["updateRoleMappingRule"];
        trace?: never;
    };
    "/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve all roles */
        get: operations["getAllRoles"];
        put?: never;
        /** Create a role */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/roles/{roleSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a role */
        get: operations["getRole"];
        /** Update a role that somebody made */
        put: operations["updateRole"];
        post?: never;
        /** Delete a role that somebody made */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/source-control/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a push, or a pull, would change */
        get: operations["getSourceControlStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/source-control/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Commit files to the remote repository */
        post: operations["pushSourceControl"];
        delete?: never;
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
        post: operations["pullSourceControl"];
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
    "/tags/{tagId}": {
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
    "/workflows/{workflowId}": {
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
    "/workflows/{workflowId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put a workflow into the archive */
        post: operations["archiveWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflowId}/unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a workflow out of the archive */
        post: operations["unarchiveWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflowId}/transfer": {
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
    "/workflows/{workflowId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publish a version of a workflow */
        post: operations["publishWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflowId}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the publication of a workflow */
        post: operations["unpublishWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflowId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publish a version of a workflow */
        post: operations["activateWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflowId}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the publication of a workflow */
        post: operations["deactivateWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflowId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the versions of a workflow, newest first */
        get: operations["getWorkflowHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflowId}/versions/{workflowVersionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a version of a workflow */
        get: operations["getWorkflowVersionWithGraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflowId}/tags": {
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
        changedCredential: {
            name?: string;
            type?: string;
            data?: {
                [key: string]: unknown;
            };
            isGlobal?: boolean;
            isResolvable?: boolean;
            /** @description Lay `data` over the stored one */
            isPartialData?: boolean;
        };
        changedFolder: {
            name?: string;
            parentFolderId?: string;
        };
        changedRole: {
            displayName: string;
            description: string | null;
            scopes: string[];
        };
        changedVariable: {
            readonly id?: string;
            key: string;
            value: string;
            readonly type?: string;
            projectId?: string | null;
        };
        changedWorkflow: {
            readonly id?: string;
            readonly active?: boolean;
            /** Format: date-time */
            readonly createdAt?: string;
            /** Format: date-time */
            readonly updatedAt?: string;
            readonly isArchived?: boolean;
            readonly versionId?: string;
            readonly triggerCount?: number;
            readonly tags?: {
                [key: string]: unknown;
            }[];
            readonly meta?: {
                [key: string]: unknown;
            };
            readonly activeVersion?: {
                [key: string]: unknown;
            };
            name: string;
            nodes: components["schemas"]["node"][];
            connections: {
                [key: string]: unknown;
            };
            settings: components["schemas"]["workflowSettings"];
            staticData?: (string | null) | {
                [key: string]: unknown;
            } | (null);
            pinData?: {
                [key: string]: unknown;
            } | null;
            nodeGroups?: components["schemas"]["nodeGroup"][];
            description?: string;
            parentFolderId?: string | null;
            /** @description passed over */
            shared?: unknown;
        };
        countedFolder: {
            id: string;
            name: string;
            parentFolderId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            totalSubFolders: number;
            totalWorkflows: number;
        };
        credential: {
            id: string;
            name: string;
            type: string;
            isManaged: boolean;
            isGlobal: boolean;
            isResolvable: boolean;
            resolvableAllowFallback: boolean;
            resolverId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        credentialItem: {
            id: string;
            name: string;
            type: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            shared: {
                id: string;
                name: string;
                role: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                updatedAt: string;
            }[];
        };
        dataTable: {
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            createdAt: string;
            id: string;
            name: string;
            projectId: string;
            columns: components["schemas"]["dataTableColumn"][];
            sizeBytes: number;
        };
        dataTableColumn: {
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            createdAt: string;
            id: string;
            dataTableId: string;
            name: string;
            /** @enum {string} */
            type: "string" | "number" | "boolean" | "date";
            index: number;
        };
        dataTableItem: {
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            createdAt: string;
            id: string;
            name: string;
            projectId: string;
            columns: {
                /** Format: date-time */
                updatedAt: string;
                /** Format: date-time */
                createdAt: string;
                id: string;
                name: string;
                /** @enum {string} */
                type: "string" | "number" | "boolean" | "date";
                index: number;
            }[];
            sizeBytes: number;
        };
        destination: {
            destinationProjectId: string;
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
            /** @enum {string} */
            status: "canceled" | "crashed" | "error" | "new" | "running" | "success" | "unknown" | "waiting";
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
            storedAt?: string;
            jsonSizeBytes?: number;
            workflowVersionId?: string | null;
            tracingContext: unknown;
            deduplicationKey: string | null;
            binaryDataSizeBytes: number;
            usedPrivateCredentials: boolean;
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
        executionItem: {
            id: string;
            finished: boolean;
            /** @enum {string} */
            mode: "cli" | "error" | "integrated" | "internal" | "manual" | "retry" | "trigger" | "webhook";
            retryOf: string | null;
            retrySuccessId: string | null;
            /** @enum {string} */
            status: "canceled" | "crashed" | "error" | "new" | "running" | "success" | "unknown" | "waiting";
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            stoppedAt: string | null;
            workflowId: string;
            /** Format: date-time */
            waitTill: string | null;
            storedAt?: string;
            jsonSizeBytes?: number;
            workflowVersionId?: string | null;
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
        executionRetry: {
            id: string;
            mode: string;
            /** Format: date-time */
            startedAt: string;
            workflowId: string;
            finished: boolean;
            retryOf: string | null;
            /** @enum {string} */
            status: "canceled" | "crashed" | "error" | "new" | "running" | "success" | "unknown" | "waiting";
            storedAt: string;
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
        executionSelection: {
            status: ("queued" | "running" | "waiting")[];
            workflowId?: string;
            /** Format: date-time */
            startedAfter?: string;
            /** Format: date-time */
            startedBefore?: string;
        };
        folder: {
            id: string;
            name: string;
            parentFolderId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        folderItem: {
            id: string;
            name?: string;
            parentFolderId?: string | null;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt?: string;
            homeProject?: {
                id: string;
                name: string;
                /** @enum {string} */
                type: "personal" | "team";
                icon: {
                    type: string;
                    value: string;
                    color?: string;
                } | null;
            };
            parentFolder?: {
                id: string;
                name: string;
                parentFolderId: string | null;
            } | null;
            tags?: {
                id: string;
                name: string;
            }[];
            workflowCount?: number;
            subFolderCount?: number;
            path?: string[];
        };
        invitations: {
            /** Format: email */
            email: string;
            role?: string;
        }[];
        invited: {
            user: {
                id: string;
                email: string;
                emailSent: boolean;
                role: string;
                inviteAcceptUrl: string;
            };
            error: string;
        }[];
        madeProject: {
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
        madeRole: {
            slug: string;
            displayName: string;
            description: string | null;
            systemRole: boolean;
            /** @enum {string} */
            roleType: "project" | "global";
            scopes: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        member: {
            id: string;
            email: string;
            firstName: string | null;
            lastName: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            role: string | null;
        };
        newCredential: {
            /** Format: date-time */
            readonly createdAt?: string;
            /** Format: date-time */
            readonly updatedAt?: string;
            id?: string;
            name: string;
            /** @example githubApi */
            type: string;
            data: {
                [key: string]: unknown;
            };
            projectId?: string;
            isGlobal?: boolean;
            isResolvable?: boolean;
        };
        newDataTable: {
            name: string;
            columns: {
                name: string;
                /** @enum {string} */
                type: "string" | "number" | "boolean" | "date" | "json";
            }[];
            projectId?: string;
        };
        newDataTableRows: {
            data: {
                [key: string]: unknown;
            }[];
            /** @enum {string} */
            returnType?: "count" | "id" | "all";
        };
        newFolder: {
            name: string;
            parentFolderId?: string;
        };
        newRole: {
            displayName: string;
            description?: string;
            /** @enum {string} */
            roleType: "project" | "global";
            scopes: string[];
        };
        newVariable: {
            readonly id?: string;
            key: string;
            value: string;
            readonly type?: string;
            projectId?: string;
        };
        newWorkflow: {
            readonly id?: string;
            readonly active?: boolean;
            /** Format: date-time */
            readonly createdAt?: string;
            /** Format: date-time */
            readonly updatedAt?: string;
            readonly isArchived?: boolean;
            readonly versionId?: string;
            readonly triggerCount?: number;
            readonly tags?: {
                [key: string]: unknown;
            }[];
            readonly meta?: {
                [key: string]: unknown;
            };
            readonly activeVersion?: {
                [key: string]: unknown;
            };
            name: string;
            nodes: components["schemas"]["node"][];
            connections: {
                [key: string]: unknown;
            };
            settings: components["schemas"]["workflowSettings"];
            staticData?: (string | null) | {
                [key: string]: unknown;
            } | (null);
            pinData?: {
                [key: string]: unknown;
            } | null;
            nodeGroups?: components["schemas"]["nodeGroup"][];
            parentFolderId?: string | null;
            projectId?: string;
            /** @description passed over */
            shared?: unknown;
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
        nodeGroup: {
            id: string;
            name: string;
            description?: string;
            nodeIds: string[];
        };
        otelSettings: {
            enabled: boolean;
            /** @enum {string} */
            exporterProtocol?: "http/protobuf" | "grpc";
            exporterEndpoint: string;
            exporterTracingPath: string;
            exporterServiceName: string;
            exporterHeaders: string;
            startupConnectivityTimeoutMs: number;
            tracesSampleRate: number;
            includeNodeSpans: boolean;
            injectOutbound: boolean;
            productionExecutionsOnly: boolean;
        };
        otelTarget: {
            /** @enum {string} */
            exporterProtocol?: "http/protobuf" | "grpc";
            exporterEndpoint: string;
            exporterTracingPath: string;
            exporterServiceName: string;
            exporterHeaders: string;
            startupConnectivityTimeoutMs: number;
        };
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
        };
        projectInput: {
            name: string;
            readonly id?: string;
            readonly type?: string;
        };
        pull: {
            force?: boolean;
            /** @enum {string} */
            autoPublish?: "none" | "all" | "published";
        };
        push: {
            commitMessage: string;
            fileNames: {
                id: string;
                /** @enum {string} */
                type: "workflow" | "credential" | "tags" | "variables" | "file" | "folders" | "project" | "datatable";
            }[];
            force?: boolean;
        };
        relations: {
            relations: {
                userId: string;
                role: string;
            }[];
        };
        role: {
            slug: string;
            displayName: string;
            description: string | null;
            systemRole: boolean;
            /** @enum {string} */
            roleType: "project" | "global";
            scopes: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            licensed: boolean;
            /** @description present when withUsageCount is true */
            usedByUsers?: number;
            /** @description present when withUsageCount is true */
            usedByProjects?: number;
        };
        rowChange: {
            filter: {
                /** @enum {string} */
                type?: "and" | "or";
                filters: {
                    columnName: string;
                    /** @enum {string} */
                    condition: "eq" | "neq" | "like" | "ilike" | "gt" | "gte" | "lt" | "lte";
                    value: unknown;
                }[];
            };
            data: {
                [key: string]: unknown;
            };
            returnData?: boolean;
            dryRun?: boolean;
        };
        sourceControlFiles: {
            file: string;
            id: string;
            name: string;
            /** @enum {string} */
            type: "workflow" | "credential" | "tags" | "variables" | "file" | "folders" | "project" | "datatable";
            /** @enum {string} */
            status: "created" | "modified" | "deleted";
            /** @enum {string} */
            location: "local" | "remote";
            conflict: boolean;
            /** Format: date-time */
            updatedAt: string;
            pushed?: boolean;
            publishingError?: string;
        }[];
        tag: {
            id: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        tagIds: {
            id: string;
        }[];
        tagInput: {
            readonly id?: string;
            name: string;
            /** Format: date-time */
            readonly createdAt?: string;
            /** Format: date-time */
            readonly updatedAt?: string;
        };
        user: {
            id: string;
            email: string;
            firstName: string | null;
            lastName: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            isPending: boolean;
            mfaEnabled: boolean;
            /** @description present when includeRole is true */
            role?: string;
        };
        variable: {
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
        };
        workflow: {
            id: string;
            name: string;
            active: boolean;
            activeVersionId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            isArchived: boolean;
            versionId: string;
            triggerCount: number;
            nodes: {
                [key: string]: unknown;
            }[];
            connections: {
                [key: string]: unknown;
            };
            nodeGroups: components["schemas"]["nodeGroup"][];
            settings: {
                [key: string]: unknown;
            };
            staticData: {
                [key: string]: unknown;
            } | null;
            meta: {
                [key: string]: unknown;
            } | null;
            description: string | null;
            versionCounter: number;
            sourceWorkflowId: string | null;
            pinData?: {
                [key: string]: unknown;
            } | null;
            tags: components["schemas"]["tag"][];
            shared: {
                role: string;
                workflowId: string;
                projectId: string;
                project?: {
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
                };
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                updatedAt: string;
            }[];
            activeVersion: {
                versionId: string;
                workflowId: string;
                nodes: {
                    [key: string]: unknown;
                }[];
                connections: {
                    [key: string]: unknown;
                };
                nodeGroups: components["schemas"]["nodeGroup"][];
                authors: string;
                name: string | null;
                description: string | null;
                autosaved: boolean;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                updatedAt: string;
                workflowPublishHistory?: {
                    id: number;
                    workflowId: string;
                    versionId: string;
                    /** @enum {string} */
                    event: "activated" | "deactivated";
                    userId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                }[];
            } | null;
        };
        workflowItem: {
            id: string;
            name: string;
            active: boolean;
            activeVersionId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            isArchived: boolean;
            versionId: string;
            triggerCount: number;
            nodes: {
                [key: string]: unknown;
            }[];
            connections: {
                [key: string]: unknown;
            };
            nodeGroups: components["schemas"]["nodeGroup"][];
            settings: {
                [key: string]: unknown;
            };
            staticData: {
                [key: string]: unknown;
            } | null;
            meta: {
                [key: string]: unknown;
            } | null;
            pinData?: {
                [key: string]: unknown;
            } | null;
            tags: components["schemas"]["tag"][];
            shared: {
                role: string;
                workflowId: string;
                projectId: string;
                project?: {
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
                };
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                updatedAt: string;
            }[];
            activeVersion: {
                versionId: string;
                workflowId: string;
                nodes: {
                    [key: string]: unknown;
                }[];
                connections: {
                    [key: string]: unknown;
                };
                nodeGroups: components["schemas"]["nodeGroup"][];
                authors: string;
                name: string | null;
                description: string | null;
                autosaved: boolean;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                updatedAt: string;
                workflowPublishHistory?: {
                    id: number;
                    workflowId: string;
                    versionId: string;
                    /** @enum {string} */
                    event: "activated" | "deactivated";
                    userId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                }[];
            } | null;
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
            /** @enum {string} */
            callerPolicy?: "any" | "none" | "workflowsFromAList" | "workflowsFromSameOwner";
            callerIds?: string;
            /** @enum {string} */
            timeSavedMode?: "fixed" | "dynamic";
            timeSavedPerExecution?: number;
            availableInMCP?: boolean;
            customTelemetryTags?: {
                key: string;
                value: string;
            }[];
            /** @enum {string} */
            binaryMode?: "separate" | "combined";
            /** @enum {string} */
            redactionPolicy?: "none" | "non-manual" | "manual-only" | "all";
            credentialResolverId?: string;
        };
        workflowVersion: {
            versionId: string;
            workflowId: string;
            authors: string;
            name: string | null;
            description: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            nodes: {
                [key: string]: unknown;
            }[];
            connections: {
                [key: string]: unknown;
            };
            nodeGroups: components["schemas"]["nodeGroup"][];
        };
        workflowVersionEntry: {
            versionId: string;
            workflowId: string;
            authors: string;
            name: string | null;
            description: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
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
                    "application/json": unknown[] | {
                        "Credentials Risk Report"?: {
                            risk: string;
                            sections: {
                                [key: string]: unknown;
                            }[];
                        };
                        "Database Risk Report"?: {
                            risk: string;
                            sections: {
                                [key: string]: unknown;
                            }[];
                        };
                        "Nodes Risk Report"?: {
                            risk: string;
                            sections: {
                                [key: string]: unknown;
                            }[];
                        };
                        "Instance Risk Report"?: {
                            risk: string;
                            sections: {
                                [key: string]: unknown;
                            }[];
                        };
                        "Filesystem Risk Report"?: {
                            risk: string;
                            sections: {
                                [key: string]: unknown;
                            }[];
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
    getLdapConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    updateLdapConfiguration: {
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
                 *       "loginEnabled": true,
                 *       "loginLabel": "text",
                 *       "connectionUrl": "text",
                 *       "allowUnauthorizedCerts": true,
                 *       "connectionSecurity": "none",
                 *       "connectionPort": 1,
                 *       "baseDn": "text",
                 *       "bindingAdminDn": "text",
                 *       "bindingAdminPassword": "text",
                 *       "firstNameAttribute": "text",
                 *       "lastNameAttribute": "text",
                 *       "emailAttribute": "text",
                 *       "loginIdAttribute": "text",
                 *       "ldapIdAttribute": "text",
                 *       "userFilter": "text",
                 *       "synchronizationEnabled": true,
                 *       "synchronizationInterval": 1,
                 *       "searchPageSize": 1,
                 *       "searchTimeout": 1,
                 *       "enforceEmailUniqueness": true
                 *     }
                 */
                "application/json": {
                    loginEnabled: boolean;
                    loginLabel: string;
                    connectionUrl: string;
                    allowUnauthorizedCerts: boolean;
                    /** @enum {string} */
                    connectionSecurity: "none" | "tls" | "startTls";
                    connectionPort: number;
                    baseDn: string;
                    bindingAdminDn: string;
                    bindingAdminPassword: string;
                    firstNameAttribute: string;
                    lastNameAttribute: string;
                    emailAttribute: string;
                    loginIdAttribute: string;
                    ldapIdAttribute: string;
                    userFilter: string;
                    synchronizationEnabled: boolean;
                    synchronizationInterval: number;
                    searchPageSize: number;
                    searchTimeout: number;
                    enforceEmailUniqueness: boolean;
                };
            };
        };
        responses: {
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
    getLdapSync: {
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
    runLdapSync: {
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
                 *       "type": "live"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    type: "live" | "dry";
                };
            };
        };
        responses: {
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
    getSecurityPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    updateSecurityPolicy: {
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
                 *       "personalSpacePublishing": true,
                 *       "personalSpaceSharing": true,
                 *       "redactionEnforcement": {
                 *         "floor": "off"
                 *       }
                 *     }
                 */
                "application/json": {
                    personalSpacePublishing: boolean;
                    personalSpaceSharing: boolean;
                    redactionEnforcement: {
                        /** @enum {string} */
                        floor: "off" | "production" | "all";
                    };
                    publishedPersonalWorkflowsCount?: number;
                    sharedPersonalWorkflowsCount?: number;
                    sharedPersonalCredentialsCount?: number;
                };
            };
        };
        responses: {
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
    getOtelSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["otelSettings"];
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
    updateOtelSettings: {
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
                 *       "enabled": true,
                 *       "exporterProtocol": "http/protobuf",
                 *       "exporterEndpoint": "http://localhost:4318",
                 *       "exporterTracingPath": "/v1/traces",
                 *       "exporterServiceName": "n8n",
                 *       "exporterHeaders": "",
                 *       "tracesSampleRate": 1,
                 *       "startupConnectivityTimeoutMs": 2000,
                 *       "includeNodeSpans": true,
                 *       "injectOutbound": true,
                 *       "productionExecutionsOnly": true
                 *     }
                 */
                "application/json": components["schemas"]["otelSettings"];
            };
        };
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["otelSettings"];
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
    testOtelTrace: {
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
                 *       "exporterEndpoint": "text",
                 *       "exporterTracingPath": "text",
                 *       "exporterServiceName": "text",
                 *       "exporterHeaders": "text",
                 *       "startupConnectivityTimeoutMs": 0
                 *     }
                 */
                "application/json": components["schemas"]["otelTarget"];
            };
        };
        responses: {
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
    getOidcConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    setOidcConfiguration: {
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
                 *       "clientId": "text",
                 *       "clientSecret": "text",
                 *       "discoveryEndpoint": "text",
                 *       "loginEnabled": true,
                 *       "prompt": "none",
                 *       "authenticationContextClassReference": [],
                 *       "additionalScopes": "text",
                 *       "emailVerifiedRequired": true,
                 *       "rpInitiatedLogoutEnabled": true
                 *     }
                 */
                "application/json": {
                    clientId: string;
                    clientSecret: string;
                    discoveryEndpoint: string;
                    loginEnabled: boolean;
                    /** @enum {string} */
                    prompt: "none" | "login" | "consent" | "select_account" | "create";
                    authenticationContextClassReference: string[];
                    additionalScopes: string;
                    emailVerifiedRequired: boolean;
                    rpInitiatedLogoutEnabled: boolean;
                };
            };
        };
        responses: {
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
    getSamlConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    updateSamlConfiguration: {
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
                 *       "mapping": {
                 *         "email": "text",
                 *         "firstName": "text",
                 *         "lastName": "text",
                 *         "userPrincipalName": "text",
                 *         "n8nInstanceRole": "text",
                 *         "n8nProjectRoles": []
                 *       },
                 *       "metadata": "text",
                 *       "metadataUrl": "text",
                 *       "ignoreSSL": true,
                 *       "loginBinding": "redirect",
                 *       "loginEnabled": true,
                 *       "loginLabel": "text",
                 *       "authnRequestsSigned": true,
                 *       "wantAssertionsSigned": true,
                 *       "wantMessageSigned": true,
                 *       "signingPrivateKey": "text",
                 *       "signingCertificate": "text",
                 *       "acsBinding": "redirect",
                 *       "signatureConfig": {
                 *         "prefix": "text",
                 *         "location": {
                 *           "reference": "text",
                 *           "action": "before"
                 *         }
                 *       },
                 *       "relayState": "text"
                 *     }
                 */
                "application/json": {
                    mapping: {
                        email: string;
                        firstName: string;
                        lastName: string;
                        userPrincipalName: string;
                        n8nInstanceRole: string;
                        n8nProjectRoles: string[];
                    };
                    metadata: string;
                    metadataUrl: string;
                    ignoreSSL: boolean;
                    /** @enum {string} */
                    loginBinding: "redirect" | "post";
                    loginEnabled: boolean;
                    loginLabel: string;
                    authnRequestsSigned: boolean;
                    wantAssertionsSigned: boolean;
                    wantMessageSigned: boolean;
                    signingPrivateKey: string;
                    signingCertificate: string;
                    /** @enum {string} */
                    acsBinding: "redirect" | "post";
                    signatureConfig: {
                        prefix: string;
                        location: {
                            reference: string;
                            /** @enum {string} */
                            action: "before" | "after" | "prepend" | "append";
                        };
                    };
                    relayState: string;
                    entityID?: string;
                    returnUrl?: string;
                };
            };
        };
        responses: {
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
                    "application/json": components["schemas"]["workflowVersion"];
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
    getTestRuns: {
        parameters: {
            query?: {
                status?: "new" | "running" | "completed" | "error" | "cancelled";
                /** @description The most items that the page may hold */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
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
            /** @description An empty page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            [key: string]: unknown;
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
    createTestRun: {
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
    getTestRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    cancelTestRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: string;
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    getTestCases: {
        parameters: {
            query?: {
                /** @description The most items that the page may hold */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example 1 */
                id: string;
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                offset?: number;
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
                    "application/json": {
                        data: components["schemas"]["user"][];
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
                "application/json": components["schemas"]["invitations"];
            };
        };
        responses: {
            /** @description The invitations */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["invited"];
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
    listDataTables: {
        parameters: {
            query?: {
                /** @description The most items that the page may hold */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description JSON: id, name and projectId, each one or several */
                filter?: string;
                /** @description name, createdAt, updatedAt or size, with :asc or :desc */
                sortBy?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tables */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["dataTableItem"][];
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
    createDataTable: {
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
                 *       "name": "customers",
                 *       "columns": [
                 *         {
                 *           "name": "email",
                 *           "type": "string"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["newDataTable"];
            };
        };
        responses: {
            /** @description The new table */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["dataTable"];
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
    getDataTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["dataTable"];
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
    deleteDataTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataTableId: string;
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
    updateDataTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "clients"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The table */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["dataTable"];
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
    getDataTableRows: {
        parameters: {
            query?: {
                /** @description The most items that the page may hold */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description JSON: { type, filters: [{ columnName, condition, value }] } */
                filter?: string;
                /** @description a column, with :asc or :desc */
                sortBy?: string;
                /** @description A part of any column's text */
                search?: string;
            };
            header?: never;
            path: {
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            [key: string]: unknown;
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
    insertDataTableRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "email": "a@example.com"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["newDataTableRows"];
            };
        };
        responses: {
            /** @description How many, their ids, or the rows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        insertedRows: number;
                    } | {
                        [key: string]: unknown;
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
    updateDataTableRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filter": {
                 *         "type": "and",
                 *         "filters": [
                 *           {
                 *             "columnName": "email",
                 *             "condition": "eq",
                 *             "value": "a@example.com"
                 *           }
                 *         ]
                 *       },
                 *       "data": {
                 *         "email": "b@example.com"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["rowChange"];
            };
        };
        responses: {
            /** @description true, the rows, or pairs of before and after */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": boolean | {
                        [key: string]: unknown;
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
    upsertDataTableRow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filter": {
                 *         "type": "and",
                 *         "filters": [
                 *           {
                 *             "columnName": "email",
                 *             "condition": "eq",
                 *             "value": "a@example.com"
                 *           }
                 *         ]
                 *       },
                 *       "data": {
                 *         "email": "b@example.com"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["rowChange"];
            };
        };
        responses: {
            /** @description true, the rows, or pairs of before and after */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": boolean | {
                        [key: string]: unknown;
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
    clearDataTableRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many there were */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deletedCount: number;
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
    deleteDataTableRows: {
        parameters: {
            query: {
                /** @description as for GET; at least one condition */
                filter: string;
                returnData?: boolean;
                dryRun?: boolean;
            };
            header?: never;
            path: {
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description true, the rows, or pairs of before and after */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": boolean | {
                        [key: string]: unknown;
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
    listDataTableColumns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its columns */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["dataTableColumn"][];
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
    createDataTableColumn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "age",
                 *       "type": "number"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    type: "string" | "number" | "boolean" | "date";
                    index?: number;
                };
            };
        };
        responses: {
            /** @description The new column */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["dataTableColumn"];
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
    deleteDataTableColumn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataTableId: string;
                columnId: string;
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
    updateDataTableColumn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataTableId: string;
                columnId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "index": 0
                 *     }
                 */
                "application/json": {
                    name?: string;
                    index?: number;
                };
            };
        };
        responses: {
            /** @description The column */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["dataTableColumn"];
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
    getInstalledPackages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The packages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
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
        };
    };
    installPackage: {
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
                 *       "name": "n8n-nodes-example"
                 *     }
                 */
                "application/json": {
                    name: string;
                    version?: string;
                    verify?: boolean;
                };
            };
        };
        responses: {
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
    uninstallPackage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is uninstalled */
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
    updatePackage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    version?: string;
                    verify?: boolean;
                };
            };
        };
        responses: {
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
    getDiscover: {
        parameters: {
            query?: {
                include?: "schemas";
                resource?: string;
                operation?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scopes, resources and filters */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            scopes: string[];
                            resources: {
                                [key: string]: {
                                    operations: string[];
                                    endpoints: {
                                        method: string;
                                        path: string;
                                        operationId: string;
                                        /** @description only with include=schemas */
                                        requestSchema?: {
                                            [key: string]: unknown;
                                        };
                                    }[];
                                };
                            };
                            filters: {
                                resource: {
                                    description: string;
                                    values: string[];
                                };
                                operation: {
                                    description: string;
                                    values: string[];
                                };
                                include: {
                                    description: string;
                                    values: string[];
                                };
                            };
                            specUrl: string;
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
        };
    };
    listFolders: {
        parameters: {
            query?: {
                /** @description JSON: `name` (a part of it) and `parentFolderId` */
                filter?: string;
                /** @description JSON: a list of fields */
                select?: string;
                sortBy?: "name:asc" | "name:desc" | "createdAt:asc" | "createdAt:desc" | "updatedAt:asc" | "updatedAt:desc";
                /** @description How many to pass over */
                skip?: string;
                /** @description The most to list */
                take?: string;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        data: components["schemas"]["folderItem"][];
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
    createFolder: {
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
                 *       "name": "Onboarding"
                 *     }
                 */
                "application/json": components["schemas"]["newFolder"];
            };
        };
        responses: {
            /** @description The new folder */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["folder"];
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
    getFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folder */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["countedFolder"];
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
    deleteFolder: {
        parameters: {
            query?: {
                /** @description Where to move what it holds */
                transferToFolderId?: string;
            };
            header?: never;
            path: {
                projectId: string;
                folderId: string;
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
    updateFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                folderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Archive"
                 *     }
                 */
                "application/json": components["schemas"]["changedFolder"];
            };
        };
        responses: {
            /** @description The folder after the change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["folder"];
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
    exportPackage: {
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
                 *       "workflowIds": [
                 *         "VmwOO9HeTEj20kxM"
                 *       ]
                 *     }
                 */
                "application/json": {
                    workflowIds?: string[];
                    folderIds?: string[];
                    projectIds?: string[];
                    includeVariableValues?: boolean;
                    includeTags?: boolean;
                    includeArchivedWorkflows?: boolean;
                    /** @enum {string} */
                    missingWorkflowDependencyPolicy?: "fail" | "reference-only" | "include-in-package";
                    /** @enum {string} */
                    workflowVersionPolicy?: "published-strict" | "prefer-published" | "ignore-unpublished" | "latest";
                    /** @enum {string} */
                    credentialExportPolicy?: "expression-values-only" | "no-values";
                };
            };
        };
        responses: {
            /** @description A gzipped tar archive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
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
    importPackage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
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
    getEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    getDestinations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    createDestination: {
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
                 *       "type": "webhook",
                 *       "url": "text"
                 *     }
                 */
                "application/json": {
                    id?: string;
                    label?: string;
                    enabled?: boolean;
                    subscribedEvents?: string[];
                    anonymizeAuditMessages?: boolean;
                    circuitBreaker?: {
                        maxFailures?: number;
                        failureWindow?: number;
                    };
                    /** @enum {string} */
                    type: "webhook";
                    url: string;
                    method?: string;
                    sendHeaders?: boolean;
                    specifyHeaders?: string;
                    headerParameters?: {
                        parameters?: {
                            name: string;
                            value: unknown;
                        }[];
                    };
                    jsonHeaders?: string;
                    sendQuery?: boolean;
                    specifyQuery?: string;
                    queryParameters?: {
                        parameters?: {
                            name: string;
                            value: unknown;
                        }[];
                    };
                    jsonQuery?: string;
                    options?: {
                        timeout?: number;
                        allowUnauthorizedCerts?: boolean;
                        /** @enum {string} */
                        queryParameterArrays?: "indices" | "brackets" | "repeat";
                        redirect?: {
                            redirect?: {
                                followRedirects?: boolean;
                                maxRedirects?: number;
                            };
                        };
                        proxy?: {
                            proxy?: {
                                /** @enum {string} */
                                protocol?: "https" | "http";
                                host?: string;
                                port?: number;
                            };
                        };
                        socket?: {
                            keepAlive?: boolean;
                            maxSockets?: number;
                            maxFreeSockets?: number;
                        };
                    };
                } | {
                    id?: string;
                    label?: string;
                    enabled?: boolean;
                    subscribedEvents?: string[];
                    anonymizeAuditMessages?: boolean;
                    circuitBreaker?: {
                        maxFailures?: number;
                        failureWindow?: number;
                    };
                    /** @enum {string} */
                    type: "syslog";
                    host: string;
                    port?: number;
                    /** @enum {string} */
                    protocol?: "udp" | "tcp" | "tls";
                    facility?: number;
                    app_name?: string;
                    tlsCa?: string;
                } | {
                    id?: string;
                    label?: string;
                    enabled?: boolean;
                    subscribedEvents?: string[];
                    anonymizeAuditMessages?: boolean;
                    circuitBreaker?: {
                        maxFailures?: number;
                        failureWindow?: number;
                    };
                    /** @enum {string} */
                    type: "sentry";
                    dsn: string;
                };
            };
        };
        responses: {
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
    testDestination: {
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
    getDestination: {
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
    updateDestination: {
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
                 *       "type": "webhook",
                 *       "url": "text"
                 *     }
                 */
                "application/json": {
                    id?: string;
                    label?: string;
                    enabled?: boolean;
                    subscribedEvents?: string[];
                    anonymizeAuditMessages?: boolean;
                    circuitBreaker?: {
                        maxFailures?: number;
                        failureWindow?: number;
                    };
                    /** @enum {string} */
                    type: "webhook";
                    url: string;
                    method?: string;
                    sendHeaders?: boolean;
                    specifyHeaders?: string;
                    headerParameters?: {
                        parameters?: {
                            name: string;
                            value: unknown;
                        }[];
                    };
                    jsonHeaders?: string;
                    sendQuery?: boolean;
                    specifyQuery?: string;
                    queryParameters?: {
                        parameters?: {
                            name: string;
                            value: unknown;
                        }[];
                    };
                    jsonQuery?: string;
                    options?: {
                        timeout?: number;
                        allowUnauthorizedCerts?: boolean;
                        /** @enum {string} */
                        queryParameterArrays?: "indices" | "brackets" | "repeat";
                        redirect?: {
                            redirect?: {
                                followRedirects?: boolean;
                                maxRedirects?: number;
                            };
                        };
                        proxy?: {
                            proxy?: {
                                /** @enum {string} */
                                protocol?: "https" | "http";
                                host?: string;
                                port?: number;
                            };
                        };
                        socket?: {
                            keepAlive?: boolean;
                            maxSockets?: number;
                            maxFreeSockets?: number;
                        };
                    };
                } | {
                    id?: string;
                    label?: string;
                    enabled?: boolean;
                    subscribedEvents?: string[];
                    anonymizeAuditMessages?: boolean;
                    circuitBreaker?: {
                        maxFailures?: number;
                        failureWindow?: number;
                    };
                    /** @enum {string} */
                    type: "syslog";
                    host: string;
                    port?: number;
                    /** @enum {string} */
                    protocol?: "udp" | "tcp" | "tls";
                    facility?: number;
                    app_name?: string;
                    tlsCa?: string;
                } | {
                    id?: string;
                    label?: string;
                    enabled?: boolean;
                    subscribedEvents?: string[];
                    anonymizeAuditMessages?: boolean;
                    circuitBreaker?: {
                        maxFailures?: number;
                        failureWindow?: number;
                    };
                    /** @enum {string} */
                    type: "sentry";
                    dsn: string;
                };
            };
        };
        responses: {
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
    deleteDestination: {
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
    getCredentials: {
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
            /** @description A page of credentials */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["credentialItem"][];
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
                "application/json": components["schemas"]["newCredential"];
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
    getCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credentialId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credential */
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
    deleteCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credentialId: string;
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
                        id: string;
                        name: string;
                        type: string;
                        isManaged: boolean;
                        isGlobal: boolean;
                        isResolvable: boolean;
                        resolvableAllowFallback: boolean;
                        resolverId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        usageScope: string;
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
    updateCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credentialId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "GitHub (bot 2)"
                 *     }
                 */
                "application/json": components["schemas"]["changedCredential"];
            };
        };
        responses: {
            /** @description The credential after the change */
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
    transferCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credentialId: string;
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
                "application/json": components["schemas"]["destination"];
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
    testCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credentialId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: string;
                        message: string;
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
    getCredentialType: {
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
                        [key: string]: unknown;
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
                /** @description Taken, and without effect here: no data is too large */
                ignoreDataSizeLimit?: boolean;
                /** @description Leave out what items hold */
                redactExecutionData?: boolean;
                status?: "canceled" | "crashed" | "error" | "new" | "running" | "success" | "unknown" | "waiting";
                workflowId?: string;
                projectId?: string;
                startedAfter?: string;
                startedBefore?: string;
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
            /** @description A page of executions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["executionItem"][];
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
    getExecution: {
        parameters: {
            query?: {
                /** @description Include detailed execution data */
                includeData?: boolean;
                /** @description Taken, and without effect here: no data is too large */
                ignoreDataSizeLimit?: boolean;
                /** @description Leave out what items hold */
                redactExecutionData?: boolean;
            };
            header?: never;
            path: {
                executionId: number;
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
    deleteExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                executionId: number;
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
                        /** @enum {string} */
                        status: "canceled" | "crashed" | "error" | "new" | "running" | "success" | "unknown" | "waiting";
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
                        storedAt?: string;
                        jsonSizeBytes?: number;
                        workflowVersionId?: string | null;
                        tracingContext: unknown;
                        deduplicationKey: string | null;
                        binaryDataSizeBytes: number;
                        usedPrivateCredentials: boolean;
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
    getExecutionTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                executionId: number;
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
    updateExecutionTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                executionId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example [] */
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
    stopManyExecutions: {
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
                 *       "status": [
                 *         "running"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["executionSelection"];
            };
        };
        responses: {
            /** @description How many were stopped */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stopped: number;
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
    stopExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                executionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mode: string;
                        /** Format: date-time */
                        startedAt: string;
                        /** Format: date-time */
                        stoppedAt: string | null;
                        finished: boolean;
                        /** @enum {string} */
                        status: "canceled" | "crashed" | "error" | "new" | "running" | "success" | "unknown" | "waiting";
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
            /** @description Conflict */
            409: {
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
                executionId: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description Run the workflow as it is now, not as it was */
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
                    "application/json": components["schemas"]["executionRetry"];
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
    getInsightsSummary: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: {
                            value: number;
                            deviation: number | null;
                            unit: string;
                        };
                        failed: {
                            value: number;
                            deviation: number | null;
                            unit: string;
                        };
                        failureRate: {
                            value: number;
                            deviation: number | null;
                            unit: string;
                        };
                        timeSaved: {
                            value: number;
                            deviation: number | null;
                            unit: string;
                        };
                        averageRunTime: {
                            value: number;
                            deviation: number | null;
                            unit: string;
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
    getInstancePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    putInstancePolicy: {
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
                 *       "rules": [],
                 *       "defaultAction": "allow",
                 *       "version": 0
                 *     }
                 */
                "application/json": {
                    rules: {
                        id: string;
                        /** @enum {string} */
                        action: "allow" | "deny" | "delegate";
                        selector: {
                            /** @enum {string} */
                            kind: "name";
                            value: string;
                        } | {
                            /** @enum {string} */
                            kind: "package";
                            value: string;
                        };
                    }[];
                    /** @enum {string} */
                    defaultAction: "allow" | "deny" | "delegate";
                    version: number;
                };
            };
        };
        responses: {
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
    getProjectPolicy: {
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
    putProjectPolicy: {
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
                 *       "rules": [],
                 *       "defaultAction": "allow",
                 *       "version": 0
                 *     }
                 */
                "application/json": {
                    rules: {
                        id: string;
                        /** @enum {string} */
                        action: "allow" | "deny";
                        selector: {
                            /** @enum {string} */
                            kind: "name";
                            value: string;
                        } | {
                            /** @enum {string} */
                            kind: "package";
                            value: string;
                        };
                    }[];
                    /** @enum {string} */
                    defaultAction: "allow" | "deny";
                    version: number;
                };
            };
        };
        responses: {
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
    listPolicyDocuments: {
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
    createPolicyDocument: {
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
                 *       "rules": []
                 *     }
                 */
                "application/json": {
                    rules: {
                        id: string;
                        /** @enum {string} */
                        action: "allow" | "deny" | "delegate";
                        selector: {
                            /** @enum {string} */
                            kind: "name";
                            value: string;
                        } | {
                            /** @enum {string} */
                            kind: "package";
                            value: string;
                        };
                    }[];
                };
            };
        };
        responses: {
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
    getPolicyDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    updatePolicyDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                policyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rules": [],
                 *       "version": 0
                 *     }
                 */
                "application/json": {
                    rules: {
                        id: string;
                        /** @enum {string} */
                        action: "allow" | "deny" | "delegate";
                        selector: {
                            /** @enum {string} */
                            kind: "name";
                            value: string;
                        } | {
                            /** @enum {string} */
                            kind: "package";
                            value: string;
                        };
                    }[];
                    version: number;
                };
            };
        };
        responses: {
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
    deletePolicyDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    replaceAttachments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scopeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "attachments": []
                 *     }
                 */
                "application/json": {
                    attachments: {
                        policyId: string;
                        priority: number;
                        isFloor: boolean;
                    }[];
                };
            };
        };
        responses: {
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
                        data: components["schemas"]["project"][];
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
                "application/json": components["schemas"]["projectInput"];
            };
        };
        responses: {
            /** @description The new project */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["madeProject"];
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
                "application/json": components["schemas"]["projectInput"];
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
    getProjectUsers: {
        parameters: {
            query?: {
                /** @description At most 250; 0 means all */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["member"][];
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
                "application/json": components["schemas"]["relations"];
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
    getPromotionProviders: {
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
    createPromotionProvider: {
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
                 *       "name": "text",
                 *       "type": "git",
                 *       "auth": {
                 *         "authType": "ssh-key"
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    type: "git";
                    auth: {
                        /** @enum {string} */
                        authType: "ssh-key";
                        /** @enum {string} */
                        keyType?: "ed25519" | "rsa";
                    } | {
                        /** @enum {string} */
                        authType: "token";
                        username: string;
                        password: string;
                    };
                };
            };
        };
        responses: {
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
    getPromotionProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionProviderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    updatePromotionProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionProviderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    name?: string;
                    auth?: {
                        /** @enum {string} */
                        authType: "ssh-key";
                        /** @enum {string} */
                        keyType?: "ed25519" | "rsa";
                    } | {
                        /** @enum {string} */
                        authType: "token";
                        username: string;
                        password: string;
                    };
                };
            };
        };
        responses: {
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
    deletePromotionProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionProviderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    getPromotionConnections: {
        parameters: {
            query?: {
                /** @description At most 250; 0 means all */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                scope?: "instance" | "projects";
                providerId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    createPromotionConnection: {
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
                 *       "name": "text",
                 *       "scope": "instance",
                 *       "providerId": "text",
                 *       "target": {
                 *         "schemaVersion": "text",
                 *         "remoteUrl": "text"
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    scope: "instance" | "projects";
                    providerId: string;
                    target: {
                        schemaVersion: unknown;
                        remoteUrl: string;
                    };
                    configs?: {
                        apply?: {
                            name?: string;
                            settings: {
                                schemaVersion: unknown;
                                branchName: string;
                            };
                        };
                        promote?: {
                            name?: string;
                            settings: {
                                schemaVersion: unknown;
                                baseBranchName: string;
                                createBranchOnPromotion: boolean;
                            };
                        };
                    };
                };
            };
        };
        responses: {
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
    getPromotionConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    updatePromotionConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionConnectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    name?: string;
                    target?: {
                        schemaVersion: unknown;
                        remoteUrl: string;
                    };
                    providerId?: string;
                };
            };
        };
        responses: {
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
    deletePromotionConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    upsertPromotionApplyConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionConnectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": {
                 *         "schemaVersion": "text",
                 *         "branchName": "text"
                 *       }
                 *     }
                 */
                "application/json": {
                    name?: string;
                    settings: {
                        schemaVersion: unknown;
                        branchName: string;
                    };
                };
            };
        };
        responses: {
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
    upsertPromotionPromoteConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionConnectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": {
                 *         "schemaVersion": "text",
                 *         "baseBranchName": "text",
                 *         "createBranchOnPromotion": true
                 *       }
                 *     }
                 */
                "application/json": {
                    name?: string;
                    settings: {
                        schemaVersion: unknown;
                        baseBranchName: string;
                        createBranchOnPromotion: boolean;
                    };
                };
            };
        };
        responses: {
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
    deletePromotionConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionConnectionId: string;
                direction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    clonePromotionCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionConnectionId: string;
                direction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    disconnectPromotionCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionConnectionId: string;
                direction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    getPromotionConnectionProjects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    addProjectToPromotionConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionConnectionId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    removeProjectFromPromotionConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionConnectionId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    promotePackage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionConnectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "commitMessage": "text"
                 *     }
                 */
                "application/json": {
                    commitMessage: string;
                    force?: boolean;
                };
            };
        };
        responses: {
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
    applyPackage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    expectedSource?: {
                        configId: string;
                        branchName: string;
                        commitSha: string;
                    };
                };
            };
        };
        responses: {
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
    continueApplyPackage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionConnectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expectedSource": {
                 *         "configId": "text",
                 *         "branchName": "text",
                 *         "commitSha": "text"
                 *       }
                 *     }
                 */
                "application/json": {
                    expectedSource: {
                        configId: string;
                        branchName: string;
                        commitSha: string;
                    };
                };
            };
        };
        responses: {
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
    getPromotionChanges: {
        parameters: {
            query?: {
                search?: string;
                sort?: "name" | "updatedAt" | "status";
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                projectId: string;
                direction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    getRoleMappingRules: {
        parameters: {
            query?: {
                /** @description At most 250; 0 means all */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                type?: "instance" | "project";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    createRoleMappingRule: {
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
                 *       "expression": "text",
                 *       "role": "text",
                 *       "type": "instance"
                 *     }
                 */
                "application/json": {
                    expression: string;
                    role: string;
                    /** @enum {string} */
                    type: "instance" | "project";
                    order?: number;
                    projectIds?: string[];
                };
            };
        };
        responses: {
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
    moveRoleMappingRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleMappingRuleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "targetIndex": 0
                 *     }
                 */
                "application/json": {
                    targetIndex: number;
                };
            };
        };
        responses: {
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
    deleteRoleMappingRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleMappingRuleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    updateRoleMappingRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleMappingRuleId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    expression?: string;
                    role?: string;
                    projectIds?: string[];
                };
            };
        };
        responses: {
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
    getAllRoles: {
        parameters: {
            query?: {
                /** @description Say how often each is used */
                withUsageCount?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles by their type */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        global: components["schemas"]["role"][];
                        project: components["schemas"]["role"][];
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
    createRole: {
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
                 *       "displayName": "Reader",
                 *       "roleType": "project",
                 *       "scopes": [
                 *         "workflow:list",
                 *         "workflow:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["newRole"];
            };
        };
        responses: {
            /** @description The new role */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["madeRole"];
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
    getRole: {
        parameters: {
            query?: {
                /** @description Say how often each is used */
                withUsageCount?: boolean;
            };
            header?: never;
            path: {
                roleSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["role"];
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
    updateRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Reader",
                 *       "description": "Looks on",
                 *       "scopes": [
                 *         "workflow:list",
                 *         "workflow:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["changedRole"];
            };
        };
        responses: {
            /** @description The role after the change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["madeRole"];
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
    deleteRole: {
        parameters: {
            query?: {
                /** @description The role of those who have this one, from then on */
                reassignRoleSlug?: string;
            };
            header?: never;
            path: {
                roleSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deleted role */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["madeRole"];
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
    getSourceControlStatus: {
        parameters: {
            query: {
                direction: "push" | "pull";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["sourceControlFiles"];
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
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    pushSourceControl: {
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
                 *       "commitMessage": "Orders",
                 *       "fileNames": [
                 *         {
                 *           "id": "1",
                 *           "type": "workflow"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["push"];
            };
        };
        responses: {
            /** @description The files */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["sourceControlFiles"];
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
    pullSourceControl: {
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
            /** @description The files */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["sourceControlFiles"];
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
            /** @description A page of tags */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["tag"][];
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
                "application/json": components["schemas"]["tagInput"];
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
    getTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tagId: string;
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
    updateTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tagId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "urgent"
                 *     }
                 */
                "application/json": components["schemas"]["tagInput"];
            };
        };
        responses: {
            /** @description What changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** Format: date-time */
                        updatedAt?: string;
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
                tagId: string;
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
                        data: components["schemas"]["variable"][];
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
                "application/json": components["schemas"]["newVariable"];
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
                "application/json": components["schemas"]["changedVariable"];
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
    getWorkflows: {
        parameters: {
            query?: {
                /** @description How many items to pass over */
                offset?: number;
                /** @description At most 250; 0 means all */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                active?: boolean;
                /** @description Names of tags, separated by commas; all must be there */
                tags?: string;
                /** @description A part of the name */
                name?: string;
                projectId?: string;
                /** @description Leave `pinData` out */
                excludePinnedData?: boolean;
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
                    "application/json": {
                        data: components["schemas"]["workflowItem"][];
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
                "application/json": components["schemas"]["newWorkflow"];
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
                        id: string;
                        name: string;
                        active: boolean;
                        activeVersionId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        isArchived: boolean;
                        versionId: string;
                        triggerCount: number;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        nodeGroups: components["schemas"]["nodeGroup"][];
                        settings: {
                            [key: string]: unknown;
                        };
                        staticData: {
                            [key: string]: unknown;
                        } | null;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        description: string | null;
                        versionCounter: number;
                        sourceWorkflowId: string | null;
                        pinData: {
                            [key: string]: unknown;
                        } | null;
                        tags: components["schemas"]["tag"][];
                        shared: {
                            role: string;
                            workflowId: string;
                            projectId: string;
                            project?: {
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
                            };
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        activeVersion: {
                            versionId: string;
                            workflowId: string;
                            nodes: {
                                [key: string]: unknown;
                            }[];
                            connections: {
                                [key: string]: unknown;
                            };
                            nodeGroups: components["schemas"]["nodeGroup"][];
                            authors: string;
                            name: string | null;
                            description: string | null;
                            autosaved: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            workflowPublishHistory?: {
                                id: number;
                                workflowId: string;
                                versionId: string;
                                /** @enum {string} */
                                event: "activated" | "deactivated";
                                userId: string | null;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
                        } | null;
                        parentFolder: {
                            [key: string]: unknown;
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
    getWorkflow: {
        parameters: {
            query?: {
                /** @description Leave `pinData` out */
                excludePinnedData?: boolean;
            };
            header?: never;
            path: {
                workflowId: string;
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
            query?: {
                /** @description Whether an active workflow publishes the change at once */
                publishIfActive?: boolean;
            };
            header?: never;
            path: {
                workflowId: string;
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
                "application/json": components["schemas"]["changedWorkflow"];
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
                        id: string;
                        name: string;
                        active: boolean;
                        activeVersionId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        isArchived: boolean;
                        versionId: string;
                        triggerCount: number;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        nodeGroups: components["schemas"]["nodeGroup"][];
                        settings: {
                            [key: string]: unknown;
                        };
                        staticData: {
                            [key: string]: unknown;
                        } | null;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        description: string | null;
                        versionCounter: number;
                        sourceWorkflowId: string | null;
                        pinData: {
                            [key: string]: unknown;
                        } | null;
                        tags: components["schemas"]["tag"][];
                        activeVersion: {
                            versionId: string;
                            workflowId: string;
                            nodes: {
                                [key: string]: unknown;
                            }[];
                            connections: {
                                [key: string]: unknown;
                            };
                            nodeGroups: components["schemas"]["nodeGroup"][];
                            authors: string;
                            name: string | null;
                            description: string | null;
                            autosaved: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            workflowPublishHistory?: {
                                id: number;
                                workflowId: string;
                                versionId: string;
                                /** @enum {string} */
                                event: "activated" | "deactivated";
                                userId: string | null;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
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
    deleteWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflowId: string;
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
                        id: string;
                        name: string;
                        active: boolean;
                        activeVersionId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        isArchived: boolean;
                        versionId: string;
                        triggerCount: number;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        nodeGroups: components["schemas"]["nodeGroup"][];
                        settings: {
                            [key: string]: unknown;
                        };
                        staticData: {
                            [key: string]: unknown;
                        } | null;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        description: string | null;
                        versionCounter: number;
                        sourceWorkflowId: string | null;
                        pinData: {
                            [key: string]: unknown;
                        } | null;
                        shared: {
                            role: string;
                            workflowId: string;
                            projectId: string;
                            project?: {
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
                            };
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
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
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    archiveWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflowId: string;
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
                        id: string;
                        name: string;
                        active: boolean;
                        activeVersionId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        isArchived: boolean;
                        versionId: string;
                        triggerCount: number;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        nodeGroups: components["schemas"]["nodeGroup"][];
                        settings: {
                            [key: string]: unknown;
                        };
                        staticData: {
                            [key: string]: unknown;
                        } | null;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        description: string | null;
                        versionCounter: number;
                        sourceWorkflowId: string | null;
                        pinData: {
                            [key: string]: unknown;
                        } | null;
                        shared: {
                            role: string;
                            workflowId: string;
                            projectId: string;
                            project?: {
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
                            };
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        activeVersion: {
                            versionId: string;
                            workflowId: string;
                            nodes: {
                                [key: string]: unknown;
                            }[];
                            connections: {
                                [key: string]: unknown;
                            };
                            nodeGroups: components["schemas"]["nodeGroup"][];
                            authors: string;
                            name: string | null;
                            description: string | null;
                            autosaved: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            workflowPublishHistory?: {
                                id: number;
                                workflowId: string;
                                versionId: string;
                                /** @enum {string} */
                                event: "activated" | "deactivated";
                                userId: string | null;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
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
    unarchiveWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflowId: string;
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
                        id: string;
                        name: string;
                        active: boolean;
                        activeVersionId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        isArchived: boolean;
                        versionId: string;
                        triggerCount: number;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        nodeGroups: components["schemas"]["nodeGroup"][];
                        settings: {
                            [key: string]: unknown;
                        };
                        staticData: {
                            [key: string]: unknown;
                        } | null;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        description: string | null;
                        versionCounter: number;
                        sourceWorkflowId: string | null;
                        pinData: {
                            [key: string]: unknown;
                        } | null;
                        shared: {
                            role: string;
                            workflowId: string;
                            projectId: string;
                            project?: {
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
                            };
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        activeVersion: {
                            versionId: string;
                            workflowId: string;
                            nodes: {
                                [key: string]: unknown;
                            }[];
                            connections: {
                                [key: string]: unknown;
                            };
                            nodeGroups: components["schemas"]["nodeGroup"][];
                            authors: string;
                            name: string | null;
                            description: string | null;
                            autosaved: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            workflowPublishHistory?: {
                                id: number;
                                workflowId: string;
                                versionId: string;
                                /** @enum {string} */
                                event: "activated" | "deactivated";
                                userId: string | null;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
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
    transferWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflowId: string;
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
                "application/json": components["schemas"]["destination"];
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
    publishWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "First release"
                 *     }
                 */
                "application/json": {
                    /** @description the current one where left out */
                    versionId?: string;
                    name?: string;
                    description?: string;
                };
            };
        };
        responses: {
            /** @description The workflow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        active: boolean;
                        activeVersionId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        isArchived: boolean;
                        versionId: string;
                        triggerCount: number;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        nodeGroups: components["schemas"]["nodeGroup"][];
                        settings: {
                            [key: string]: unknown;
                        };
                        staticData: {
                            [key: string]: unknown;
                        } | null;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        description: string | null;
                        versionCounter: number;
                        sourceWorkflowId: string | null;
                        pinData: {
                            [key: string]: unknown;
                        } | null;
                        activeVersion: {
                            versionId: string;
                            workflowId: string;
                            nodes: {
                                [key: string]: unknown;
                            }[];
                            connections: {
                                [key: string]: unknown;
                            };
                            nodeGroups: components["schemas"]["nodeGroup"][];
                            authors: string;
                            name: string | null;
                            description: string | null;
                            autosaved: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            workflowPublishHistory?: {
                                id: number;
                                workflowId: string;
                                versionId: string;
                                /** @enum {string} */
                                event: "activated" | "deactivated";
                                userId: string | null;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
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
    unpublishWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflowId: string;
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
                        id: string;
                        name: string;
                        active: boolean;
                        activeVersionId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        isArchived: boolean;
                        versionId: string;
                        triggerCount: number;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        nodeGroups: components["schemas"]["nodeGroup"][];
                        settings: {
                            [key: string]: unknown;
                        };
                        staticData: {
                            [key: string]: unknown;
                        } | null;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        description: string | null;
                        versionCounter: number;
                        sourceWorkflowId: string | null;
                        pinData: {
                            [key: string]: unknown;
                        } | null;
                        shared: {
                            role: string;
                            workflowId: string;
                            projectId: string;
                            project?: {
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
                            };
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        activeVersion: {
                            versionId: string;
                            workflowId: string;
                            nodes: {
                                [key: string]: unknown;
                            }[];
                            connections: {
                                [key: string]: unknown;
                            };
                            nodeGroups: components["schemas"]["nodeGroup"][];
                            authors: string;
                            name: string | null;
                            description: string | null;
                            autosaved: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            workflowPublishHistory?: {
                                id: number;
                                workflowId: string;
                                versionId: string;
                                /** @enum {string} */
                                event: "activated" | "deactivated";
                                userId: string | null;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
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
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "First release"
                 *     }
                 */
                "application/json": {
                    /** @description the current one where left out */
                    versionId?: string;
                    name?: string;
                    description?: string;
                };
            };
        };
        responses: {
            /** @description The workflow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        active: boolean;
                        activeVersionId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        isArchived: boolean;
                        versionId: string;
                        triggerCount: number;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        nodeGroups: components["schemas"]["nodeGroup"][];
                        settings: {
                            [key: string]: unknown;
                        };
                        staticData: {
                            [key: string]: unknown;
                        } | null;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        description: string | null;
                        versionCounter: number;
                        sourceWorkflowId: string | null;
                        pinData: {
                            [key: string]: unknown;
                        } | null;
                        activeVersion: {
                            versionId: string;
                            workflowId: string;
                            nodes: {
                                [key: string]: unknown;
                            }[];
                            connections: {
                                [key: string]: unknown;
                            };
                            nodeGroups: components["schemas"]["nodeGroup"][];
                            authors: string;
                            name: string | null;
                            description: string | null;
                            autosaved: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            workflowPublishHistory?: {
                                id: number;
                                workflowId: string;
                                versionId: string;
                                /** @enum {string} */
                                event: "activated" | "deactivated";
                                userId: string | null;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
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
    deactivateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflowId: string;
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
                        id: string;
                        name: string;
                        active: boolean;
                        activeVersionId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        isArchived: boolean;
                        versionId: string;
                        triggerCount: number;
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        connections: {
                            [key: string]: unknown;
                        };
                        nodeGroups: components["schemas"]["nodeGroup"][];
                        settings: {
                            [key: string]: unknown;
                        };
                        staticData: {
                            [key: string]: unknown;
                        } | null;
                        meta: {
                            [key: string]: unknown;
                        } | null;
                        description: string | null;
                        versionCounter: number;
                        sourceWorkflowId: string | null;
                        pinData: {
                            [key: string]: unknown;
                        } | null;
                        shared: {
                            role: string;
                            workflowId: string;
                            projectId: string;
                            project?: {
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
                            };
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        activeVersion: {
                            versionId: string;
                            workflowId: string;
                            nodes: {
                                [key: string]: unknown;
                            }[];
                            connections: {
                                [key: string]: unknown;
                            };
                            nodeGroups: components["schemas"]["nodeGroup"][];
                            authors: string;
                            name: string | null;
                            description: string | null;
                            autosaved: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            workflowPublishHistory?: {
                                id: number;
                                workflowId: string;
                                versionId: string;
                                /** @enum {string} */
                                event: "activated" | "deactivated";
                                userId: string | null;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
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
    getWorkflowHistory: {
        parameters: {
            query?: {
                /** @description At most 250; 0 means all */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["workflowVersionEntry"][];
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
    getWorkflowVersionWithGraph: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflowId: string;
                workflowVersionId: string;
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
                    "application/json": components["schemas"]["workflowVersion"];
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
                workflowId: string;
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
                workflowId: string;
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
