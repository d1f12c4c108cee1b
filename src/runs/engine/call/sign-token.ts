/**
 * Signs what a token is to say, by the data of a credential of type `jwtAuth`; `undefined` where its key cannot sign.
 *
 * @param now in milliseconds since 1970
 */
export async function signToken(
  payload: Record<string, unknown>,
  credential: Record<string, unknown>,
  now: number,
): Promise<string | undefined> {
  const { keyType, secret, privateKey, algorithm = 'HS256' } = credential
  // few workflows need it
  const { importPKCS8, SignJWT } = await import('jose')
  try {
    const key =
      keyType === 'pemKey'
        ? await importPKCS8(String(privateKey), String(algorithm))
        : new TextEncoder().encode(String(secret ?? ''))
    return await new SignJWT(payload)
      .setProtectedHeader({ alg: String(algorithm), typ: 'JWT' })
      .setIssuedAt(Math.floor(now / 1000))
      .sign(key)
  } catch {
    // an invalid key or algorithm: runtimes throw errors of several kinds
    return undefined
  }
}
