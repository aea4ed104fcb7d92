// Opens files from outside in a process of their own (server/apart.ts) that has no secret and no database, one file at a time. Whatever a file does there,
// sales and sign-ins go on; a process that exceeds its time or memory is killed.
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Detail, ErrorCode, FieldProblem } from '../../contract/kit/errors.ts'
import { Refusal } from './errors.ts'
import { type Asker, createTurns, type Shares } from './turns.ts'

/** A job that the process can do: its name in the process, and the refusal for a file that cannot be opened within the limits. */
export type Job<Given extends unknown[], Made> = { name: string; otherwise: ErrorCode; run: (...given: Given) => Made | Promise<Made> }

export type Question = { name: string; given: unknown[] }
export type Answer =
  | { made: unknown }
  | { refused: { code: ErrorCode; detail?: Detail | undefined; problems?: FieldProblem[] | undefined } }
  | { failed: string }

export type Apart = {
  /** Throws the refusal that the job itself raised, the job's `otherwise` if the file broke a limit, and share_used_up if too many callers wait. */
  run<Given extends unknown[], Made>(asker: Asker, job: Job<Given, Made>, ...given: Given): Promise<Made>
  close(): void
}

/**
 * The limit of a job's processor time. A slow machine needs three seconds for a photographed slip of forty million pixels, the largest picture that is
 * accepted.
 */
const TIME_MS = 15_000
/**
 * By the clock, a job may take this many times its limit of processor time, because the process has a low priority and has to wait on a busy machine, which is
 * not the file's fault.
 */
const WAIT_FACTOR = 4
/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICK_MS = 10
/** The memory limit of the process. A picture of forty million pixels takes 250 MB; an idle process has 80 MB. */
const MEMORY_BYTES = 768 * 1024 * 1024
const HEAP_MB = 256
const LOOK_MS = 100
const IDLE_MS = 60_000
/** Opens one file at a time. An upload takes a place first (http/places.ts), three per person, so few callers wait here. */
const SHARES: Shares = { places: 1, tenant: 1, user: 1, waiting: 3, wait_ms: 60_000 }
/** The priority of the process (its nice value): lower than the server's, because tills come first on this machine. */
const PRIORITY = 10
const PAGE_BYTES = 4096

type Bounds = { time_ms?: number; memory_bytes?: number; idle_ms?: number; ended?: (job: string, why: string) => void }

export function createApart({ time_ms = TIME_MS, memory_bytes = MEMORY_BYTES, idle_ms = IDLE_MS, ended = () => undefined }: Bounds = {}): Apart {
  const turns = createTurns(SHARES)
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  function end(): void {
    child?.kill('SIGKILL')
    child = undefined
  }

  function begin(): ChildProcess {
    const made = startProcess()
    // The error is ignored here: while a file is open, the caller that waits receives it, and between two files nobody waits.
    made.on('error', () => undefined)
    made.once('exit', () => {
      if (child === made) child = undefined
    })
    return made
  }

  async function ask(question: Question): Promise<Answer> {
    clearTimeout(idle)
    child ??= begin()
    const answer = await answerOf(child, question, { time_ms, memory_bytes })
    if ('failed' in answer) {
      ended(question.name, answer.failed)
      end()
    }
    idle = setTimeout(end, idle_ms).unref()
    return answer
  }

  return {
    async run(asker, { name, otherwise }, ...given) {
      const answer = await turns.inTurn(asker, () => ask({ name, given }))
      if ('refused' in answer) throw new Refusal(answer.refused.code, answer.refused)
      if ('failed' in answer) throw new Refusal(otherwise)
      return answer.made as never
    },
    close() {
      clearTimeout(idle)
      end()
    },
  }
}

/** Starts the process without the server's environment, because that contains the database's URL with its password, and the master key. */
function startProcess(): ChildProcess {
  const isSource = import.meta.filename.endsWith('.ts')
  const [file, root] = [join(import.meta.dirname, isSource ? '../apart.ts' : 'apart.js'), join(import.meta.dirname, '../..')]
  const heap = `--max-old-space-size=${HEAP_MB}`
  const child = fork(file, { env: {}, cwd: root, serialization: 'advanced', stdio: 'ignore', execArgv: isSource ? [heap, '--import', 'tsx'] : [heap] })
  child.unref()
  child.channel?.unref()
  try {
    if (child.pid) setPriority(child.pid, PRIORITY)
  } catch {
    // Ignored: the process has ended already, and the first job given to it will notice.
  }
  return child
}

/** Waits for the answer of the process. The job fails if the process ends before it answers or exceeds a limit. */
function answerOf(child: ChildProcess, question: Question, { time_ms, memory_bytes }: Required<Pick<Bounds, 'time_ms' | 'memory_bytes'>>): Promise<Answer> {
  return new Promise((resolve) => {
    const over = (answer: Answer) => {
      clearTimeout(timer)
      clearInterval(looks)
      child.off('message', over).off('exit', gone).off('error', gone)
      child.channel?.unref()
      resolve(answer)
    }
    const gone = () => over({ failed: 'ended' })
    const timer = setTimeout(() => over({ failed: 'time' }), time_ms * WAIT_FACTOR)
    const before = processorMs(child.pid)
    const looks = setInterval(async () => {
      if ((await residentBytes(child.pid)) > memory_bytes) over({ failed: 'memory' })
      if ((await processorMs(child.pid)) - (await before) > time_ms) over({ failed: 'time' })
    }, LOOK_MS)
    child.once('message', over).once('exit', gone).once('error', gone)
    child.channel?.ref()
    child.send(question, (error) => error && gone())
  })
}

/** The processor time that a process has used, in milliseconds; 0 on systems without /proc. */
async function processorMs(pid = 0): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name of the program, in brackets, may contain blanks, so fields are counted after the last bracket: the 12th and 13th are the processor time in the
  // program and in the system.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS
}

/** The memory that a process uses, in bytes; 0 on systems without /proc, where only the job's own limits apply. */
const residentBytes = async (pid = 0): Promise<number> =>
  Number((await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '')).split(' ')[1] ?? 0) * PAGE_BYTES
