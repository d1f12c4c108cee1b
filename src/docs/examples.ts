/** What a path parameter is like: `name:format or type` → value. */
export const EXAMPLE_PARAMETERS: Readonly<Record<string, unknown>> = {
  'id:string': '1',
  'id:number': 1,
  'id:identifier': 'owner@example.com',
  'credentialTypeName:string': 'githubApi',
}
