/**
 * Why a task was not done: it took too long, its worker ended or cannot be started, too much waits, its caller has gone, or
 * the instance has stopped.
 */
export class WorkerFailure extends Error {
  override name = 'WorkerFailure'
  readonly reason: 'time' | 'ended' | 'missing' | 'busy' | 'gone' | 'closed'

  constructor(reason: WorkerFailure['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}
