export { type ApiKey, ApiKeyShape, type ApiKeys, createApiKeys } from './api-keys.ts'
export { keyOperations } from './operations.ts'
