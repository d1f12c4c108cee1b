import process from 'node:process'
import { Elysia } from 'elysia'

/** What Elysia itself takes: an application that does nothing, at a port. */
new Elysia().get('*', () => 'empty').listen({ hostname: '127.0.0.1', port: Number(process.argv[2]) })
