import type { InstanceMatchers } from './matchers.ts'

export type { InstanceMatchers } from './matchers.ts'

declare module 'bun:test' {
  interface Matchers<T = unknown> extends InstanceMatchers {}
}
