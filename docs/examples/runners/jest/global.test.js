test('lists no tags yet', async () => {
  const { API_URL, API_KEY } = process.env
  const response = await fetch(`${API_URL}/tags`, { headers: { 'X-N8N-API-KEY': API_KEY } })
  expect(await response.json()).toEqual({ data: [], nextCursor: null })
})
