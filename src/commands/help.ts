import packageJson from '../../package.json' with { type: 'json' }
import { PROGRAM } from '../core/base/program.ts'
import { variableOf } from '../core/settings/read-config.ts'
import { SETTINGS } from '../core/settings/settings.ts'
import { NEWEST_VERSION, VERSION_NAMES } from '../core/versions/versions.ts'

export function version() {
  console.log(packageJson.version)
}

/** The help of a command, or of all. */
export function help(command?: string) {
  const found = command === undefined ? undefined : COMMAND_HELP[command]
  console.log(found ? helpOf(found) : everything())
}

function helpOf({ usage, about, flags, settings: hasSettings, exitCodes, examples }: CommandHelp) {
  const parts = [
    usage.map(line => `  ${PROGRAM} ${line}`).join('\n'),
    about,
    ...(flags ? [`Flags:\n${flags.map(([flag, says]) => lineOf(flag, says)).join('\n')}`] : []),
    ...(hasSettings ? [settings()] : []),
    `Exit codes: ${exitCodes}`,
    `Examples:\n${examples.map(line => `  ${PROGRAM} ${line}`).join('\n')}`,
  ]
  return parts.join('\n\n')
}

const everything = () => `Understudy ${packageJson.version}: a local copy of the n8n public REST API

${Object.values(COMMAND_HELP)
  .map(({ usage, about }) => `${usage.map(line => `  ${PROGRAM} ${line}`).join('\n')}\n      ${about.split('\n')[0]}`)
  .join('\n')}

  ${PROGRAM} COMMAND --help explains each flag of a command; --version prints the version.

${settings()}`

function settings() {
  const flags = Object.entries(SETTINGS).filter(([, setting]) => !('secret' in setting))
  const secrets = Object.entries(SETTINGS).filter(([, setting]) => 'secret' in setting)
  return `Flags of serve, each also a variable of the environment (--ready-file: ${variableOf('ready-file')}):
${flags.map(([name, setting]) => settingLine(name, setting)).join('\n')}

Variables only, so that they never show in a list of processes:
${secrets.map(([name, setting]) => `  ${variableOf(name).padEnd(30)}${setting.says}`).join('\n')}`
}

function settingLine(name: string, setting: { value?: string; default: unknown; says: string }) {
  const isShown = ['string', 'number'].includes(typeof setting.default)
  return lineOf(
    `--${name}${setting.value ? ` ${setting.value}` : ''}`,
    `${setting.says}${isShown ? ` (${setting.default})` : ''}`,
  )
}

const lineOf = (flag: string, says: string) =>
  flag.length > 26 ? `  ${flag}\n${' '.repeat(30)}${says}` : `  ${flag.padEnd(28)}${says}`

/** What `--help` says of a command. */
export interface CommandHelp {
  usage: string[]
  /** Its first line is in the list of all commands. */
  about: string
  /** Each flag with its values, and what it does. */
  flags?: [flag: string, says: string][]
  /** Whether the settings of `serve` follow. */
  settings?: boolean
  exitCodes: string
  examples: [string, string, ...string[]]
}

const USUAL_EXIT_CODES = '0 done, 1 failed, 2 wrong command line'

const OF_A_TARGET: [string, string][] = [
  ['--data FILE', 'the data file to change; no instance may have it open (./data/instance.json)'],
  ['--url URL', 'a running instance, instead of a file'],
  ['--ready-file FILE', 'a running instance, by the file that serve --ready-file writes'],
  ['--api-key KEY', "the owner's API key of the running instance"],
  ['--service-name NAME', 'the API key header of the running instance is X-<NAME>-API-KEY (n8n)'],
  ['--profile NAME', `the version of a file that names none: ${VERSION_NAMES.join(', ')}`],
  ['--insecure', 'allow plain http to another machine'],
]

const OF_A_SERVICE: [string, string][] = [
  ['--key-env NAME', 'the environment variable that holds the API key; asked for at a terminal if left out'],
  ['--concurrency N', 'requests at the same time (4); fewer spare a slow service'],
  ['--service-name NAME', 'the API key header is X-<NAME>-API-KEY (n8n)'],
  ['--insecure', 'allow plain http to another machine'],
]

export const COMMAND_HELP: Record<string, CommandHelp> = {
  serve: {
    usage: ['[serve] [flags]'],
    about: 'Serves the API from one JSON file, or from memory. It runs until SIGINT, SIGTERM or SIGHUP.',
    settings: true,
    exitCodes: '0 stopped, 1 failed, 2 wrong command line',
    examples: ['--memory --demo --api-key dev', `--data my.json --profile ${NEWEST_VERSION} --simulate`],
  },
  validate: {
    usage: [
      'validate FILE or FOLDER… [--profile NAME] [--publish] [--allow-nodes NAME]… [--nodes FOLDER]…',
      '         [--strict] [--fix] [--json] [--annotations]',
    ],
    about:
      'Checks exported workflows and fixtures: files or folders, each file by itself. Prints each finding with file, line\n' +
      'and JSON path. With a version, it asks an instance of that version, in memory, to create and activate each\n' +
      'workflow. Expressions and code are compiled, not run.',
    flags: [
      ['--profile NAME', `${VERSION_NAMES.join(', ')} (that of the fixture; for exports ${NEWEST_VERSION})`],
      ['--publish', 'what the version refuses to publish is an error, also of workflows that are not active'],
      ['--allow-nodes NAME', 'a package of nodes, or a type, that is taken as it is; repeatable, or between commas'],
      ['--nodes FOLDER', 'a package with nodes under development; installed ones are found by themselves; repeatable'],
      ['--strict', 'a warning is an error: a node that no run reaches, a webhook of two workflows'],
      ['--fix', 'write what can be mended safely into the files, and check them again'],
      ['--json', 'print the findings as JSON, for programs'],
      ['--annotations', 'print commands of GitHub Actions, too; also where GITHUB_ACTIONS is true'],
    ],
    exitCodes: '0 all valid, 1 at least one invalid, 2 a file cannot be read, or wrong command line',
    examples: [`validate fixture.json --profile ${NEWEST_VERSION}`, 'validate fixtures/ exported-workflow.json'],
  },
  node: {
    usage: ['node TYPE [--version N] [--with NAME=VALUE]… [--profile NAME] [--nodes FOLDER]… [--json]'],
    about:
      'Prints what a node takes: its parameters, their values and conditions, inputs, outputs and credentials.\n' +
      'It is what validate compares workflows with.',
    flags: [
      ['--version N', 'the typeVersion (the newest)'],
      ['--with NAME=VALUE', 'only what it takes with this value of a parameter; repeatable'],
      ['--profile NAME', `${VERSION_NAMES.slice(-2).join(' or ')} (${NEWEST_VERSION})`],
      ['--nodes FOLDER', 'a package with nodes under development; installed ones are found by themselves; repeatable'],
      ['--json', 'print it as JSON, for programs'],
    ],
    exitCodes: '0 printed, 1 there is no such type or version, 2 wrong command line',
    examples: ['node slack --with resource=message --with operation=post', 'node httpRequest --version 4.2 --json'],
  },
  test: {
    usage: [
      'test [FILE or FOLDER]… [--only NAME] [--profile NAME] [--json] [--junit FILE] [--update] [--watch] [--strict]',
      'test record URL --key-env NAME (--execution ID | --last N) [--workflow FILE] [--out FOLDER] [--force]',
    ],
    about:
      'Runs the cases of test files (*.workflow-test.json): workflows with an input, mocks and what they should do.\n' +
      'Nothing is sent but what a file forwards. test record makes a test of an execution. See\n' +
      'docs/testing-workflows.md.',
    flags: [
      ['--only NAME', 'only cases with this text in their name'],
      ['--profile NAME', `the version to run them as: ${VERSION_NAMES.join(', ')} (${NEWEST_VERSION})`],
      ['--json', 'print the results as JSON, for programs'],
      ['--junit FILE', 'write the results as JUnit XML, for CI'],
      ['--update', 'write what the runs did as what the cases expect, and the new names of nodes'],
      ['--watch', 'run again when a JSON file changes'],
      ['--strict', 'a mock that was not used is an error'],
      ['--engine NAME', 'built-in, installed (the engine that the project has from npm), or both, compared'],
      ['--nodes FOLDER', 'with the installed engine: a package with nodes under development; repeatable'],
      ['--allow-nodes NAME', 'a package of nodes, or a type, that is taken as it is; repeatable, or between commas'],
      ['--annotations', 'print what failed as commands of GitHub Actions, too; by itself where GITHUB_ACTIONS is true'],
      ['--allow-forward HOST', 'a host that cases may forward requests to, beside this machine; repeatable'],
      ['--execution ID', 'the execution to record, of the service at URL'],
      ['--last N', 'the last executions, 100 at most; with --workflow those of that workflow'],
      ['--workflow FILE', 'the file of the workflow in the repository; the cases are added beside it'],
      ['--force', 'replace a file, or a case of the same name, that differs'],
      ['--out FOLDER', 'where to write the workflow and its test (.)'],
      ['--key-env NAME', 'the environment variable that holds the API key of the service'],
      ['--service-name NAME', 'the API key header is X-<NAME>-API-KEY (n8n)'],
      ['--insecure', 'allow plain http to another machine'],
    ],
    exitCodes: '0 all passed, 1 a case failed, 2 a file or a case could not be run, or wrong command line',
    examples: ['test', 'test workflows/ --only "large order"'],
  },
  keys: {
    usage: [
      'keys create --user EMAIL [--label TEXT] [--scope SCOPE]… [--expires DATE] [--data FILE | --url URL]',
      'keys list [--data FILE | --url URL]',
      'keys revoke ID [--data FILE | --url URL]',
    ],
    about:
      'Creates, lists and revokes API keys, in a data file or a running instance.\n' +
      'A new key is printed alone on standard output. It is not shown again.',
    flags: [
      ['--user EMAIL', 'the user of the new key; create one with users create'],
      ['--label TEXT', 'a name for the new key; no two keys of a user have the same (API key)'],
      ['--scope SCOPE', 'a scope such as tag:list, repeatable or between commas; all of the role if left out'],
      ['--expires DATE', 'when the new key expires, such as 2027-01-01; never if left out'],
      ...OF_A_TARGET,
    ],
    exitCodes: USUAL_EXIT_CODES,
    examples: [
      'keys create --user owner@example.com --label CI',
      'keys list --url http://127.0.0.1:5678 --api-key dev',
    ],
  },
  users: {
    usage: ['users create EMAIL [--role ROLE] [--first-name NAME] [--last-name NAME] [--data FILE | --url URL]'],
    about: 'Creates a user, in a data file or a running instance.',
    flags: [
      ['--role ROLE', 'member, admin or the slug of a custom role (member)'],
      ['--first-name NAME', 'the first name; none if left out'],
      ['--last-name NAME', 'the last name; none if left out'],
      ...OF_A_TARGET,
    ],
    exitCodes: USUAL_EXIT_CODES,
    examples: ['users create ann@example.com', 'users create bo@example.com --role admin --data my.json'],
  },
  clone: {
    usage: ['clone URL --key-env NAME [--data FILE | --fixture FILE] [--executions N] [--tag NAME]… [--active]'],
    about:
      'Copies an n8n service into a file: what its public API returns.\n' +
      'Credentials get placeholder data, as no API returns theirs.',
    flags: [
      ['--data FILE', 'the data file to create (./data/instance.json)'],
      ['--fixture FILE', 'a fixture to create instead, for tests'],
      ['--executions N', 'how many executions to copy, the newest first (0)'],
      ['--tag NAME', 'only workflows with this tag; repeatable: with all of them'],
      ['--active', 'only active workflows'],
      ...OF_A_SERVICE,
    ],
    exitCodes: `${USUAL_EXIT_CODES}. After an interruption, run the same command again to continue`,
    examples: [
      'clone https://n8n.example.com --key-env N8N_KEY --data copy.json',
      'clone https://n8n.example.com --key-env N8N_KEY --fixture test/fixture.json --tag billing',
      'clone http://10.0.0.5:5678 --key-env N8N_KEY --insecure --active --executions 100 --concurrency 2',
    ],
  },
  compare: {
    usage: ['compare LEFT RIGHT [--key-env NAME] [--executions N] [--only KIND,…] [--json]'],
    about:
      'Prints the differences between two data files, fixtures, folders of exports or n8n services.\n' +
      'LEFT and RIGHT are paths or addresses.',
    flags: [
      ['--left-key-env NAME', 'the variable with the API key of LEFT, if it differs from --key-env'],
      ['--right-key-env NAME', 'the variable with the API key of RIGHT, if it differs from --key-env'],
      ['--executions N', 'how many executions to compare, the newest first (0)'],
      ['--only KIND,…', 'only these kinds, such as workflows,tags'],
      ['--json', 'print JSON'],
      ...OF_A_SERVICE,
    ],
    exitCodes: '0 no difference, 1 at least one, 2 not compared',
    examples: [
      'compare copy.json https://n8n.example.com --key-env N8N_KEY',
      'compare before.json after.json --only workflows --json',
      'compare https://a.example.com https://b.example.com --left-key-env A_KEY --right-key-env B_KEY --executions 100',
    ],
  },
  verify: {
    usage: [
      'verify URL --key-env NAME [--profile NAME] [--only NAME,…] [--json] [--junit FILE] [--save FILE]',
      'verify URL --key-env NAME --write [--yes] …',
    ],
    about:
      'Asks an n8n service questions that change nothing, and prints where it answers otherwise than a profile.\n' +
      'See docs/verifying.md.',
    flags: [
      ['--profile NAME', `the version to compare with: ${VERSION_NAMES.join(', ')} (the one that fits best)`],
      ['--only NAME,…', 'only these operations, such as getTags, or those below a path, such as /tags'],
      ['--rate N', 'requests a second, at most (5)'],
      ['--json', 'print JSON'],
      ['--junit FILE', 'write the report as JUnit XML as well, for CI'],
      ['--save FILE', 'write the differences as overrides, which serve --overrides applies'],
      ['--overrides FILE', 'apply these overrides to the profile first'],
      ['--write', 'for a throw-away service: make, change and remove records as well'],
      ['--yes', 'with --write: do not ask, also where the service has workflows'],
      ...OF_A_SERVICE.filter(([flag]) => !flag.startsWith('--concurrency')),
    ],
    exitCodes: '0 no difference, 1 at least one, 2 not verified, or not all for want of scopes, or wrong command line',
    examples: [
      'verify https://n8n.example.com --key-env N8N_KEY',
      `verify https://n8n.example.com --key-env N8N_KEY --profile ${NEWEST_VERSION} --save mine.json`,
      'verify http://127.0.0.1:5678 --key-env N8N_KEY --only /tags,getWorkflows --json',
    ],
  },
  promote: {
    usage: [
      'promote URL [PATH] --key-env NAME [--dry-run | --yes] [--prune] [--activate same|none|all] [--publish-called]',
    ],
    about:
      'Copies tags, credentials and workflows of a data file, a fixture or a folder of exports to an n8n service.\n' +
      'It prints a plan first and asks before it changes anything.',
    flags: [
      ['PATH', 'a data file, a fixture, an exported workflow, or a folder of those (./data/instance.json)'],
      ['--data FILE', 'the same as PATH'],
      ['--dry-run', 'print the plan, change nothing'],
      ['--yes', 'do not ask'],
      ['--prune', 'remove at the service what an earlier promote created and the file no longer has; nothing else'],
      ['--activate same|none|all', 'which workflows to activate; same: those that are active in the file (same)'],
      ['--drafts', 'publish the drafts of published workflows too, instead of their published versions'],
      [
        '--publish-called',
        'publish the workflows that active ones call, the deepest first, where the version needs that',
      ],
      ['--credentials MAP.json', 'a file {"<id or name in the file>": "<id at the service>"}, such as {"Slack": "7"}'],
      ...OF_A_SERVICE,
    ],
    exitCodes: '0 everything is at the service, 1 something is not, 2 not confirmed or wrong command line',
    examples: [
      'promote https://n8n.example.com --key-env N8N_KEY --dry-run',
      'promote https://n8n.example.com --key-env N8N_KEY workflows/ --yes',
      'promote https://n8n.example.com --key-env N8N_KEY copy.json --yes',
      'promote https://n8n.example.com --key-env N8N_KEY --prune --drafts --activate none',
      'promote https://n8n.example.com --key-env N8N_KEY --credentials map.json',
    ],
  },
}
