import { VERSION_NAMES, type VersionName } from '../core/versions/versions.ts'
import { createInstance } from '../instance/instance.ts'

/** The version that tests run as, where none is named. */
export const NEWEST = VERSION_NAMES.at(-1) as VersionName

/** An instance of its own in memory, for the runs of tests. @param allowForward hosts that requests may be forwarded to */
export async function createTestInstance(profile: VersionName, allowForward: string[] = []) {
  const { control, stop } = await createInstance({
    profile,
    serviceName: 'n8n',
    allowHosts: [],
    allowForward,
    report: () => {},
    fixtures: [],
    control: true,
    page: false,
  })
  if (!control) throw new TypeError('An instance for tests needs its control')
  return { runTrial: control.runTrial, [Symbol.asyncDispose]: stop }
}
