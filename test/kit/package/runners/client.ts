// in a project of its own, the suite finds the client of the examples in this place
export { createClient } from '../../../../docs/examples/client.ts'
