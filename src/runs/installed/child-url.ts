/** The file of the process that runs the installed engine; the build of the package puts another one in its place. */
export const childUrl = new URL('./child/child.ts', import.meta.url)
