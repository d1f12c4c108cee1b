import { reply } from '../../http/reply.ts'
import { controlOperation } from '../operation.ts'
import { type ClockSetting, ClockSettingShape, type ClockState, ClockStateShape } from './clock-setting.ts'

interface ClockContext {
  clock(): ClockState
  setClock(setting: ClockSetting): ClockState
  /** Resolves when everything is played that is due. */
  settled(): Promise<void>
}

const responses = { 200: { description: 'How the clock stands', schema: ClockStateShape } }

/** What the control API does with the instance's clock. */
export const clockOperations = [
  controlOperation({
    id: 'getClock',
    method: 'GET',
    path: '/clock',
    tag: 'Clock',
    summary: 'The time that it is for the instance',
    responses,
    run: (_call, { clock }: ClockContext) => reply(clock()),
  }),
  controlOperation({
    id: 'setClock',
    method: 'PUT',
    path: '/clock',
    tag: 'Clock',
    summary: 'Set the time or move it',
    description:
      'Either `now` or `mode` or both, or `advance` alone. Without `mode`, `now` makes the clock stand still, also one that was running. With a simulation, what is due until then is played before the answer.',
    body: { schema: ClockSettingShape, example: { advance: '1h' } },
    responses,
    async run({ body }, { setClock, settled }: ClockContext) {
      const state = setClock(body)
      await settled()
      return reply(state)
    },
  }),
]
