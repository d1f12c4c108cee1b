/** What a token says, or why it is none. */
export type Verified = { payload: Record<string, unknown> } | { problem: string }

/** The words for what is wrong with a token; anything else is `jwt malformed`. */
const PROBLEMS: Record<string, string> = {
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'invalid signature',
  ERR_JWT_EXPIRED: 'jwt expired',
  ERR_JWT_CLAIM_VALIDATION_FAILED: 'jwt not active',
  ERR_JOSE_ALG_NOT_ALLOWED: 'invalid algorithm',
  ERR_JOSE_NOT_SUPPORTED: 'jwt signature is required',
}

/**
 * Checks a JSON Web Token by the data of a credential of type `jwtAuth`: a passphrase, or a public key as PEM.
 *
 * @param now in milliseconds since 1970
 */
export async function verifiedToken(token: string, data: Record<string, unknown>, now: number): Promise<Verified> {
  const { keyType, secret, publicKey, algorithm = 'HS256' } = data
  // few workflows need it
  const { errors, importSPKI, jwtVerify } = await import('jose')
  const options = { algorithms: [String(algorithm)], currentDate: new Date(now) }
  try {
    const key =
      keyType === 'pemKey'
        ? await importSPKI(String(publicKey), String(algorithm))
        : new TextEncoder().encode(String(secret ?? ''))
    return { payload: (await jwtVerify(token, key, options)).payload }
  } catch (error) {
    // a key that is none, or not for the algorithm, is no JOSEError
    if (!(error instanceof errors.JOSEError)) return { problem: 'the key of the credential does not fit its algorithm' }
    return { problem: PROBLEMS[error.code] ?? 'jwt malformed' }
  }
}
