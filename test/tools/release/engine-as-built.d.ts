/** A plugin of Bun's bundler, for an executable that holds the files of the engine. They are written into a folder. */
export function engineAsBuilt(folder: string): Promise<import('bun').BunPlugin>
