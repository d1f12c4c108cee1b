/** The licences of the packages that are inside a bundle. @throws an Error that names a package whose text is missing */
export function licenceTexts(root: string, files: string[]): string
