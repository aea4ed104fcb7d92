// Chooses a picture, which is shown at once and sent later. A square picture fits a tile best; other pictures are scaled to fit.
import { Button } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormSection, Whole } from '../../../kit/form/FormSection.tsx'
import { Picture } from './Picture.tsx'

const BYTES_MAX = 1_000_000
const KINDS = 'image/png,image/jpeg,image/webp'

type Props = { name: string; current: string | null; file: File | undefined; choose: (file: File | undefined) => void; remove?: (() => void) | undefined }

export function PictureField({ name, current, file, choose, remove }: Props) {
  const t = useTranslations('goods.products.picture')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const [isTooLarge, setTooLarge] = useState(false)
  const id = useId()
  const shown = useAddress(file) ?? current
  function take(given: File | undefined) {
    const fits = given !== undefined && given.size <= BYTES_MAX
    setTooLarge(given !== undefined && !fits)
    if (fits) choose(given)
  }
  return (
    <FormSection title={field('product_image')}>
      <Whole>
        <div className="row">
          <Picture name={name || '?'} src={shown} large />
          <div className="stack" style={{ gap: 6 }}>
            <label className="surface browse">
              <input
                type="file"
                accept={KINDS}
                className="hidden-visually"
                aria-describedby={id}
                onChange={(event) => {
                  take(event.currentTarget.files?.[0])
                  event.currentTarget.value = ''
                }}
              />
              {word(shown ? 'choose_another_picture' : 'choose_a_picture')}
            </label>
            <span id={id} className="muted">
              {t('hint')}
            </span>
            <span role="status">{file?.name}</span>
          </div>
          {shown && (
            <Button size="xs" variant="default" onClick={() => (file ? choose(undefined) : remove?.())}>
              {t('remove')}
            </Button>
          )}
        </div>
        {isTooLarge && (
          <p role="alert" className="notice danger">
            {t('too_large')}
          </p>
        )}
      </Whole>
    </FormSection>
  )
}

/** Returns an object URL for a file that is not sent yet, and revokes it when the picture is no longer shown. */
function useAddress(file: File | undefined) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = file && URL.createObjectURL(file)
    setAddress(made)
    return () => {
      if (made) URL.revokeObjectURL(made)
    }
  }, [file])
  return address
}
