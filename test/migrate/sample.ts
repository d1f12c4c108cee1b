import { VERSION_NAMES } from '../../src/core/versions/versions.ts'
import type { Fixture } from '../../src/index.ts'
import { aNode, aWorkflow, startInstance } from '../../src/testing.ts'

export interface Sizes {
  workflows: number
  tags: number
  credentials: number
  executions: number
}

/** Sizes of the suite; those of the issue by `MIGRATE_SIZE=full`. */
export const SIZES: Sizes =
  process.env.MIGRATE_SIZE === 'full'
    ? { workflows: 1000, tags: 50, credentials: 200, executions: 5000 }
    : { workflows: 120, tags: 10, credentials: 24, executions: 200 }

export const OWNER = {
  id: '0b7e4c1a-52d3-4f6e-8a90-1c3d5e7f9a01',
  email: 'owner@example.com',
  firstName: 'Olga',
  lastName: 'Owner',
  role: 'global:owner' as const,
}

/** A datum that must not be met anywhere but in the document it is from. */
export const SECRET = 'Bearer datum-of-a-credential'

/** Versions whose lists leave waiting executions out, so that a clone lacks them. */
export const HIDES_WAITING: readonly string[] = await versionsThatHideWaiting()

async function versionsThatHideWaiting() {
  const fixture = { workflows: [aWorkflow({ id: '1' })], executions: [{ workflowId: '1', status: 'waiting' as const }] }
  const hidden = VERSION_NAMES.map(async profile => {
    await using instance = await startInstance({ profile, fixture, socket: false })
    const { body } = await instance.request('GET', '/api/v1/executions')
    return (body as { data: unknown[] }).data.length === 0 ? [profile] : []
  })
  return (await Promise.all(hidden)).flat()
}

/**
 * Workflows in rows of ten: the first handles errors, the second is called by the others, each has a credential and a
 * tag, and half of them are active.
 */
export function sampleFixture(
  { workflows, tags, credentials, executions }: Sizes,
  { random = false, profile = '' } = {},
): Fixture {
  const id = (kind: string, number: number) => (random ? `${kind}${number}`.padEnd(16, 'x') : String(number))
  const at = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()
  const dates = (number: number) => ({ createdAt: at(number), updatedAt: at(number) })
  const third = HIDES_WAITING.includes(profile) ? 'success' : 'waiting'
  const statuses = ['success', 'error', third, 'success'] as const
  return {
    users: [OWNER],
    tags: many(tags, number => ({ id: id('t', number), name: `tag ${number}`, ...dates(number) })),
    credentials: many(credentials, number => ({
      id: id('c', number),
      name: `Credential ${number}`,
      type: 'httpHeaderAuth',
      data: { name: 'Authorization', value: SECRET },
      ...dates(number),
    })),
    workflows: many(workflows, number => {
      const first = Math.floor((number - 1) / 10) * 10 + 1
      const credential = ((number - 1) % credentials) + 1
      return {
        ...aWorkflow({
          nodes: [
            aNode({ name: 'Schedule Trigger', parameters: { rule: { interval: [{ field: 'hours' }] } } }, 0),
            aNode(
              {
                name: 'Fetch',
                type: 'n8n-nodes-base.httpRequest',
                parameters: { url: `https://example.com/${number}` },
                credentials: { httpHeaderAuth: { id: id('c', credential), name: `Credential ${credential}` } },
              },
              1,
            ),
            ...(number > first + 1
              ? [
                  aNode(
                    {
                      name: 'Call',
                      type: 'n8n-nodes-base.executeWorkflow',
                      parameters: {
                        workflowId: {
                          __rl: true,
                          mode: 'list',
                          value: id('w', first + 1),
                          cachedResultUrl: `/workflow/${id('w', first + 1)}`,
                        },
                      },
                    },
                    2,
                  ),
                ]
              : []),
          ],
        }),
        id: id('w', number),
        name: `Workflow ${number}`,
        active: number % 2 === 0,
        ...dates(number),
        tags: [id('t', ((number - 1) % tags) + 1)],
        triggerCount: 1,
        settings: { executionOrder: 'v1', ...(number > first ? { errorWorkflow: id('w', first) } : {}) },
      }
    }),
    executions: many(executions, number => ({
      id: number,
      workflowId: id('w', ((number - 1) % workflows) + 1),
      status: statuses[number % 4] ?? 'success',
      startedAt: at(number),
      data: { resultData: { runData: {}, note: `run ${number}` } },
    })),
  }
}

const many = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at + 1))
