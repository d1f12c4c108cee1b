import { enableCompileCache } from '../../core/runtime/platform.ts'

// asked before anything else is loaded: each thread has a cache of its own
enableCompileCache()
import('./worker.ts')
