import type { WriteLimits } from '../../http/version.ts'
import type { Service } from '../client/client.ts'
import type { NoteWriter, PromotedKind } from './notes.ts'
import type { Target } from './read-target.ts'

/** What the steps of a plan are taken with. */
export interface Applying {
  service: Service
  target: Target
  limits: WriteLimits
  notes: NoteWriter
  /** Told of each step that is done. */
  onStep(text: string): void
}

/** Takes a step, and says whether it was; what the service refuses is noted as a failure. */
export type Attempt = (kind: PromotedKind, name: string, task: () => Promise<unknown>) => Promise<boolean>
