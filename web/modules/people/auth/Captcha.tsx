// The captcha in the form. A new React `key` draws another captcha, because the token of a solved captcha is valid only once.
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOrganisation } from '../../../kit/base/organisation.ts'

export function Captcha({ solved }: { solved: (token: string) => void }) {
  const t = useTranslations('auth.login')
  const { captcha } = useOrganisation()
  const place = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const box = document.createElement('div')
    place.current?.replaceChildren(box)
    if (!captcha) return
    import('./captcha.ts').then(({ drawCaptcha }) => drawCaptcha(box, captcha, solved)).catch(() => setFailed(true))
  }, [captcha, solved])
  return (
    <>
      <div ref={place} />
      {failed && <p role="alert">{t('captcha_failed')}</p>}
    </>
  )
}
