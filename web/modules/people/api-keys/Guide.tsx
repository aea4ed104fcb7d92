// The guide to connecting another system: a shell script in steps, the same steps as programs, and the calls of each chapter. The samples run without changes.
import { useTranslations } from 'use-intl'
import { type Chapter, chapters } from '../../../../contract/kit/call.ts'
import { contractsKnown } from '../../../kit/base/contract.ts'
import { Copy } from '../../../kit/page/Copy.tsx'
import styles from './api-keys.module.css'
import { environment, programs, shell } from './samples.ts'

/** The name of a call in a chapter of the guide; the catalogue of texts has a text for each, under api_keys.calls. */
type Named = Parameters<ReturnType<typeof useTranslations<'api_keys.calls'>>>[0]
const callsOf = (chapter: Chapter) => contractsKnown().flatMap(([name, call]) => (call.machine === chapter ? [{ ...call, name: name as Named }] : []))

const NOTES: Readonly<Partial<Record<Chapter, readonly ('again' | 'pending' | 'numbers')[]>>> = { codes: ['again'], top_ups: ['pending', 'numbers'] }

export function Guide() {
  const t = useTranslations('api_keys.guide')
  const titles = useTranslations('api_keys.chapters')
  const known = useTranslations('api_keys.calls')
  return (
    <div className="card stack">
      <h2>{t('title')}</h2>
      <p>{t('hint')}</p>
      <Sample title={t('environment')} code={environment(location.origin)} />
      {shell.map(({ chapter, code }) => (
        <section key={chapter} className="stack">
          <Sample title={titles(chapter)} code={code} />
          {NOTES[chapter]?.map((note) => (
            <p key={note} className="muted">
              {t(note)}
            </p>
          ))}
        </section>
      ))}
      <Sample title={t('client')} code={`npm install ${location.origin}/portal-client-${VERSION}.tgz`} />
      {programs.map(({ language, code }) => (
        <details key={language} className={styles.program}>
          <summary>{t('program', { language })}</summary>
          <Sample title={language} code={code} />
        </details>
      ))}
      <h3>{t('calls')}</h3>
      <div className="cells" style={{ '--least': '280px', gap: '8px 24px' }}>
        {chapters.map((chapter) => (
          <section key={chapter}>
            <h4>{titles(chapter)}</h4>
            <dl className="stack gap-8">
              {callsOf(chapter).map(({ name, path, method = 'POST' }) => (
                <div key={name}>
                  <dt>
                    <code className="mono breaks">
                      {method} /api{path}
                    </code>
                  </dt>
                  <dd className="muted">{known(name)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p>
        <a href="/api/docs">{t('reference')}</a>
      </p>
    </div>
  )
}

function Sample({ title, code }: { title: string; code: string }) {
  return (
    <figure className="stack gap-8">
      <figcaption className="row">
        <b>{title}</b>
        <span className="push">
          <Copy size="xs" text={code} />
        </span>
      </figcaption>
      <pre className="mono verbatim" style={{ fontSize: 14 }}>
        {code}
      </pre>
    </figure>
  )
}
