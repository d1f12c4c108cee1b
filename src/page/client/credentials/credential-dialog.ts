import { type FieldEvent, html, useState } from '../html.ts'
import { call } from '../instance/api.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { ActionDialog, NameField } from '../parts/dialogs.ts'
import { Answered } from '../parts/states.ts'
import { dataIn, fieldsOf, type SchemaField } from './schema-fields.ts'

/** Adds a credential, by a form that is made from its type's schema. */
export function CredentialDialog({ onClose }: { onClose: () => void }) {
  const types = useAnswer(options => call<{ names: string[] }>('GET', '/page/credential-types', options), [])
  const [type, setType] = useState('')
  const isKnown = types.value?.names.includes(type) === true
  const schema = useAnswer(
    async options =>
      !isKnown
        ? undefined
        : {
            of: type,
            fields: fieldsOf(await call('GET', `/api/v1/credentials/schema/${encodeURIComponent(type)}`, options)),
          },
    [type, isKnown],
  )
  // until the answer is there, the last one is of another type
  const fields = schema.value?.of === type ? schema.value.fields : undefined
  const sent = (form: FormData) => [
    {
      method: 'POST',
      path: '/api/v1/credentials',
      body: { name: form.get('name'), type, data: dataIn(form, fields ?? []) },
    },
  ]
  return html`<${ActionDialog}
    title="New credential"
    confirm="Create credential"
    onClose=${onClose}
    sent=${sent}
    says="Its data is encrypted at once and never shown again."
    success=${(form: FormData) => `Created “${form.get('name')}”.`}
    fields=${fields}
  >
    <${NameField} />
    <label class="field">
      <span>Type</span>
      <input
        list="credential-types"
        required
        autocomplete="off"
        placeholder="slackApi"
        value=${type}
        onInput=${(event: FieldEvent) => setType(event.target.value.trim())}
      />
      <datalist id="credential-types">${types.value?.names.map(name => html`<option value=${name} />`)}</datalist>
    </label>
    ${
      !isKnown &&
      html`<p class="hint">
        ${
          type === '' || types.value === undefined
            ? 'Its fields are shown when the type is chosen.'
            : 'There is no type of that name.'
        }
      </p>`
    }
    ${
      isKnown &&
      html`<${Answered} answer=${{ ...schema, value: fields }} what="Loading the fields">
        ${() =>
          fields?.length === 0
            ? html`<p class="hint">This type has no fields.</p>`
            : fields?.map(field => html`<${Field} key=${`${type} ${field.name}`} field=${field} />`)}
      <//>`
    }
  <//>`
}

function Field({ field: { name, title, kind, choices = [], isRequired } }: { field: SchemaField }) {
  const label = `${title}${isRequired ? '' : ' (optional)'}`
  const shared = { name: `data.${name}`, required: isRequired }
  if (kind === 'boolean')
    return html`<label class="check"><input type="checkbox" name=${`data.${name}`} />${title}</label>`
  if (kind === 'choice')
    return html`<label class="field">
      <span>${label}</span>
      <select ...${shared}>
        ${!isRequired && html`<option value=""></option>`}
        ${choices.map((choice, at) => html`<option value=${at}>${String(choice)}</option>`)}
      </select>
    </label>`
  if (kind === 'json')
    return html`<label class="field">
      <span>${label}</span>
      <textarea rows="3" spellcheck=${false} ...${shared}></textarea>
    </label>`
  const type = { secret: 'password', number: 'number', text: 'text' }[kind]
  return html`<label class="field">
    <span>${label}</span>
    <input type=${type} autocomplete="off" step="any" ...${shared} />
  </label>`
}
