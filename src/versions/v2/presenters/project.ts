import { findProject, projectIdOf } from '../../../features/projects/find-project.ts'
import type { State } from '../../../state.ts'

/** The project that has a record: the team's that it is in, or its owner's personal one. */
export const showHome = (state: State, record: { owner: string; projectId?: string }) =>
  findProject(state, projectIdOf(state, record))
