type Whole = string | Uint8Array<ArrayBuffer>

const bodies = new WeakMap<Response, Whole>()

/** A response whose body is there as a whole: a listener may send that, which costs less than reading the stream of it. */
export function wholeResponse(body: Whole, init: ResponseInit): Response {
  const response = new Response(body, init)
  bodies.set(response, body)
  return response
}

/** The body of a response that `wholeResponse` made. */
export const wholeBodyOf = (response: Response): Whole | undefined => bodies.get(response)
