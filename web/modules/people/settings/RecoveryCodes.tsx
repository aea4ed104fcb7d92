// The ten recovery codes for signing in without the phone. They are shown only once, and can be copied, printed or saved as a file.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOrganisation } from '../../../kit/base/organisation.ts'
import { usePreferences } from '../../../kit/base/preferences.ts'
import { saveFile } from '../../../kit/base/save-file.ts'
import { useUnsaved } from '../../../kit/form/unsaved-input.ts'
import { Copy } from '../../../kit/page/Copy.tsx'
import { PrintView } from '../../../kit/page/PrintView.tsx'
import styles from './settings.module.css'

export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const t = useTranslations('settings.code')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const { organisation_name } = useOrganisation()
  const [{ paper }] = usePreferences()
  const [printing, setPrinting] = useState(false)
  useUnsaved(true)
  return (
    <div className="card stack">
      <h2>{t('recovery_title')}</h2>
      <p>{t('recovery_why')}</p>
      <ol className={`abreast ${styles.codes}`} style={{ '--columns': 'repeat(2, minmax(0, 1fr))' }}>
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ol>
      <div className="row">
        <Copy size="xs" text={codes.join('\n')} />
        <Button variant="default" size="xs" onClick={() => saveFile(`${t('file')}.txt`, `${organisation_name}\r\n${codes.join('\r\n')}\r\n`)}>
          {word('download')}
        </Button>
        <Button variant="default" size="xs" disabled={printing} onClick={() => setPrinting(true)}>
          {houseWord('print')}
        </Button>
      </div>
      <div>
        <Button onClick={done}>{t('kept')}</Button>
      </div>
      {printing && (
        <PrintView paper={paper} done={() => setPrinting(false)}>
          <div>
            <p>
              <b>{organisation_name}</b>
              <br />
              {t('recovery_title')}
            </p>
            {codes.map((code) => (
              <p key={code} className="mono">
                {code}
              </p>
            ))}
          </div>
        </PrintView>
      )}
    </div>
  )
}
