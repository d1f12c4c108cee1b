/** The points of a refusal: the API puts several into one message, each beginning with its place. */
export const pointsOf = message => String(message).split(/, (?=request\/)/)
