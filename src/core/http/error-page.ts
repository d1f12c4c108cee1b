/**
 * The page that the service's web server shows where nothing else answers.
 *
 * @param text HTML, so what a caller sent is escaped
 * @example
 * errorPage('Internal Server Error')
 */
export const errorPage = (text: string) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Error</title>
</head>
<body>
<pre>${text}</pre>
</body>
</html>
`
