import { REPOSITORY_PATHS } from '../../../../src/core/features/source-control/controlled-files.ts'
import { connectRemote, type ReadOptions, type RemoteOptions } from '../../../../src/core/git/remote.ts'

/** A remote whose pulls read what source control is about. */
export function connect(options: RemoteOptions) {
  const remote = connectRemote(options)
  return { ...remote, pull: (more?: Partial<ReadOptions>) => remote.pull({ paths: REPOSITORY_PATHS, ...more }) }
}
