/** Writes `src/generated` where something changed. @returns whether it did */
export function writeTypes(): Promise<boolean>
