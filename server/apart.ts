// The process in which untrusted files are opened, one after the other; kit/apart.ts starts and ends it. It has neither secrets nor a database.
import type { Answer, Job, Question } from './kit/apart.ts'
import { Refusal } from './kit/errors.ts'
import { drawing } from './modules/goods/products/picture.ts'
import { answerReading } from './modules/sales/reclamations/answer-file.ts'
import { pdfReading } from './modules/sales/reclamations/harmless-pdf.ts'
import { letterReading } from './modules/sales/reclamations/letter.ts'

const jobs = [drawing, pdfReading, answerReading, letterReading] as readonly Job<never, unknown>[]

async function answerTo({ name, given }: Question): Promise<Answer> {
  try {
    const job = jobs.find((one) => one.name === name)
    if (!job) return { failed: `no job ${name}` }
    return { made: await job.run(...(given as never)) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: { code: error.code, detail: error.detail, problems: error.problems } }
    return { failed: error instanceof Error ? error.name : 'unknown' }
  }
}

process.on('message', async (question: Question) => process.send?.(await answerTo(question)))
process.on('disconnect', () => process.exit())
