import { call } from './api.js'

/** Everything that the instance remembers of a request. */
export const loadRequest = (id, options) => call('GET', `/_control/requests/${encodeURIComponent(id)}`, options)
