import type { PullOptions } from '../../model/source-control.ts'
import type { UserRecord } from '../../model/user.ts'
import type { Plan } from './plan.ts'
import type { PullRules } from './rules.ts'

/** Whether an instance can pull, and what pulls. */
export interface SourceControl {
  /** Without a licence every pull is refused, as the real service does. */
  isLicensed: boolean
  /** Undefined: not connected to a repository. */
  puller: Puller | undefined
}

/** Pulls from one remote into one store, one pull at a time. */
export interface Puller {
  /**
   * What the pull changed.
   *
   * @throws ApiError 400 when there is no remote or it cannot be read, 409 on conflicts, while another pull runs, and
   *   when the pull is called off
   */
  pull(options: PullOptions, user: UserRecord, rules: PullRules): Promise<Plan>
  /** Calls off a running pull: it changes nothing. For a reset, before it. */
  cancel(): void
  /** Calls off a running pull and closes the remote. Closing twice is fine. */
  close(): Promise<void>
}
