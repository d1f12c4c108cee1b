/**
 * Checks of the records of a fixture, by their collection, as TypeBox compiles them: written when the package or an
 * executable is built, since at a start compiling takes longer than all that is checked. A checkout has none.
 */
export const builtChecks: Readonly<Record<string, (record: unknown) => boolean>> = {}
