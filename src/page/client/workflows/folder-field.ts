import { type FieldEvent, html } from '../html.ts'
import { call, type LoadOptions, listAll, withQuery } from '../instance/api.ts'
import { type Instance, useInstance } from '../instance/instance.ts'
import type { Folder, Project } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { count } from '../parts/format.ts'
import { Answered } from '../parts/states.ts'

/** How the API names the place outside all folders. */
export const TOP = '0'

const MOST = 1000

export interface FolderPage {
  count: number
  data: Folder[]
}

export const foldersPath = (projectId: string) => `/api/v1/projects/${encodeURIComponent(projectId)}/folders`

/** The projects that this key sees; a key that may not list them has its user's personal one. */
export async function loadProjects(
  { may, personalProjectId }: Pick<Instance, 'may' | 'personalProjectId'>,
  options: LoadOptions,
): Promise<Pick<Project, 'id' | 'name'>[]> {
  if (may('getProjects')) return listAll<Project>('/api/v1/projects', options)
  return personalProjectId === undefined ? [] : [{ id: personalProjectId, name: 'My own project' }]
}

interface ProjectSelectProps {
  projects: Pick<Project, 'id' | 'name'>[]
  value: string
  onChange: (id: string) => void
}

export const ProjectSelect = ({ projects, value, onChange }: ProjectSelectProps) => html`<label class="field">
  <span>Project</span>
  <select name="project" value=${value} onChange=${(event: FieldEvent) => onChange(event.target.value)}>
    ${projects.map(({ id, name }) => html`<option key=${id} value=${id}>${name}</option>`)}
  </select>
</label>`

interface FolderFieldProps {
  projectId: string
  label: string
  /** What stands for no folder. */
  top: string
  /** The value of `top`. */
  topValue?: string
  /** The id of a folder that is not offered, nor what is in it. */
  except?: string | undefined
  value?: string | null
}

/** Chooses a folder of a project, by its path. */
export function FolderField({ projectId, label, top, topValue = TOP, except, value }: FolderFieldProps) {
  const { round } = useInstance()
  const path = withQuery(foldersPath(projectId), {
    select: '["path","parentFolderId"]',
    sortBy: 'name:asc',
    take: MOST,
  })
  const folders = useAnswer(options => call<FolderPage>('GET', path, options), [path], round)
  return html`<${Answered} answer=${folders} what="Loading the folders">
    ${({ count: total, data }: FolderPage) => {
      const left = except === undefined ? new Set<string>() : foldersBelow(data, except)
      const offered = data
        .filter(folder => !left.has(folder.id))
        .map(({ id, path }) => ({ id, text: path.join(' / ') }))
        .sort((a, b) => a.text.localeCompare(b.text))
      return html`
        <label class="field">
          <span>${label}</span>
          <select name="folder">
            <option value=${topValue}>${top}</option>
            ${offered.map(
              ({ id, text }) => html`<option key=${id} value=${id} selected=${id === value}>${text}</option>`,
            )}
          </select>
        </label>
        ${
          total > data.length &&
          html`<p class="hint">The first ${data.length} of ${count(total, 'folder')}, by name.</p>`
        }
      `
    }}
  <//>`
}

/** The ids of a folder and of all that are in it. */
function foldersBelow(folders: Pick<Folder, 'id' | 'parentFolderId'>[], id: string): Set<string> {
  const children = Map.groupBy(folders, ({ parentFolderId }) => parentFolderId)
  const below = new Set([id])
  for (const parent of below) for (const child of children.get(parent) ?? []) below.add(child.id)
  return below
}
