// The words of a slip in its customer's language: the labels, and the product's instructions if they exist in that language. Words that cannot be loaded, for
// example without a connection, are shown in the language of the interface. A slip waits at most three seconds for the instructions.
import { useEffect, useState } from 'react'
import { createTranslator, useTranslations } from 'use-intl'
import type { Language } from '../../../contract/kit/languages.ts'
import type { Sale } from '../../../contract/till/selling.ts'
import { ask } from '../base/api.ts'
import { textsIn, useLanguage } from '../base/language.tsx'
import type { Words } from './slip-content.ts'

type SlipFacts = { t: Words; sales: readonly Sale[] }

/** The words of a slip; undefined while they are loading. */
export function useSlipWords(language: Language | undefined, sales: readonly Sale[]): SlipFacts | undefined {
  const t: Words = useTranslations('printers.slip')
  const usual = useLanguage()
  const [found, setFound] = useState<{ language: Language; of: Sale | undefined; said: SlipFacts }>()
  const [of] = sales
  const other = language === usual ? undefined : language
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are loaded once for each language and slip
  useEffect(() => {
    if (!other) return
    let isOver = false
    const keep = (said: SlipFacts) => !isOver && setFound({ language: other, of, said })
    void Promise.all([wordsIn(other).catch(() => t), textsOf(other, sales)]).then(([words, said]) => keep({ t: words, sales: said }))
    return () => {
      isOver = true
    }
  }, [other, of])
  if (!other) return { t, sales }
  return found?.language === other && found.of === of ? found.said : undefined
}

async function wordsIn(language: Language): Promise<Words> {
  return createTranslator({ locale: language, messages: await textsIn('printers', language), namespace: 'printers.slip' })
}

const WAIT_MS = 3_000

async function textsOf(language: Language, sales: readonly Sale[]): Promise<readonly Sale[]> {
  const configuration_ids = [...new Set(sales.map(({ configuration_id }) => configuration_id))]
  const found = await ask('slipTexts', { configuration_ids, language }, AbortSignal.timeout(WAIT_MS)).catch(() => undefined)
  const texts = new Map(found?.content.map(({ configuration_id, instructions }) => [configuration_id, instructions]))
  return sales.map((sale) => ({ ...sale, instructions: texts.get(sale.configuration_id) ?? sale.instructions }))
}
