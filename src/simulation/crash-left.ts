import type { Draft, Store } from '../model/state.ts'

/**
 * Makes the executions crashed that an earlier process left running: nobody is there to end them. The service does so at
 * its start. Those that wait stay, and go on at their time.
 *
 * @param now in ISO 8601
 */
export async function crashLeftRunning({ data, update }: Pick<Store, 'data' | 'update'>, now: string): Promise<void> {
  const left = [...data.executions.values()].filter(({ status }) => status === 'running')
  if (left.length === 0) return
  await update((draft: Draft) => {
    for (const execution of left) draft.executions.set({ ...execution, status: 'crashed', stoppedAt: now })
  })
}
