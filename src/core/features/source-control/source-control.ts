import type { PullOptions } from '../../model/source-control.ts'
import type { UserRecord } from '../../model/user.ts'
import type { ControlledFile } from './controlled-files.ts'
import type { Direction } from './difference.ts'
import type { Plan } from './plan.ts'
import type { PushOptions } from './push.ts'
import type { PullRules } from './rules.ts'

/** Whether an instance may pull, and its puller. */
export interface SourceControl {
  /** Without a licence every pull is refused, as the real service does. */
  isLicensed: boolean
  /** Undefined: not connected to a repository. */
  puller: Puller | undefined
}

/** Pulls from one remote into one store, and pushes to it: one at a time. */
export interface Puller {
  /**
   * Pulls, and returns what that changed.
   *
   * @throws ApiError 400 when there is no remote or it cannot be read, 409 on conflicts, while another pull runs, and
   *   when the pull is cancelled
   */
  pull(options: PullOptions, user: UserRecord, rules: PullRules): Promise<Plan>
  /**
   * What a push, or a pull, would change; nothing is changed.
   *
   * @example
   * const files = await puller.status('push')
   * @throws ApiError 400 when there is no remote or it cannot be read, 409 while a pull or push runs, or
   *   when it is cancelled
   */
  status(direction: Direction): Promise<ControlledFile[]>
  /**
   * Commits the chosen files to the remote, and returns those that it has committed: the ones that differ. A missing
   * branch is created. With `force` the instance wins over what the remote has changed since the last pull; its history
   * stays.
   *
   * @example
   * const pushed = await puller.push({ commitMessage: 'Orders', fileNames: [{ id: '1', type: 'workflow' }] }, owner)
   * @throws ApiError 409 when the branch has moved on since the last pull or push, unless forced, when it moves on
   *   meanwhile, or while another runs; 400 for a file that is nowhere, or of a type that is not pushed, and when there
   *   is no remote or it cannot be read
   */
  push(options: PushOptions, user: UserRecord): Promise<ControlledFile[]>
  /** Cancels a running pull: it changes nothing. Call it before a reset. */
  cancel(): void
  /** Cancels a running pull and closes the remote. Closing twice is fine. */
  close(): Promise<void>
}
