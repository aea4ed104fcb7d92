// The slip printer of this computer, and how it is connected. A browser lets the user choose a printer only after a button press.
import { Button, NativeSelect, Switch } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Choices } from '../../../kit/form/Choices.tsx'
import { choosePrinter, isPossible } from '../../../kit/printers/port.ts'
import { bauds, keepPrinterSettings, letterKinds, type PrinterSettings, usePrinterSettings, ways } from '../../../kit/printers/settings.ts'

export function SlipPrinterSettings() {
  const t = useTranslations('printers')
  const settings = usePrinterSettings()
  const { way, asks } = settings
  return (
    <section className="card stack" aria-label={t('way.label')}>
      <Choices
        label={t('way.label')}
        value={way}
        choices={ways.map((one) => ({ value: one, label: t(`way.${one}`) }))}
        // The printer was chosen for one way of connecting, so choosing another way deletes the printer.
        choose={(chosen) => keepPrinterSettings({ way: chosen, printer: undefined })}
      />
      {way !== 'browser' && (isPossible(way) ? <Direct way={way} settings={settings} /> : <p className="notice warning">{t('way.impossible')}</p>)}
      <Switch label={t('asks')} description={t('asks_hint')} checked={asks} onChange={(event) => keepPrinterSettings({ asks: event.currentTarget.checked })} />
    </section>
  )
}

function Direct({ way, settings }: { way: 'usb' | 'serial'; settings: PrinterSettings }) {
  const t = useTranslations('printers')
  const { letters, baud, cuts, opens_drawer, printer } = settings
  async function choose() {
    const chosen = await choosePrinter(way)
    if (chosen) keepPrinterSettings({ printer: chosen })
  }
  return (
    <>
      <div className="row">
        <Button variant={printer ? 'default' : 'filled'} onClick={choose}>
          {t('choose')}
        </Button>
        <span role="status">{t(printer ? 'chosen' : 'not_chosen')}</span>
      </div>
      <NativeSelect
        label={t('letters.label')}
        description={t('letters.hint')}
        value={letters}
        data={letterKinds.map((value) => ({ value, label: t(`letters.${value}`) }))}
        onChange={(event) => keepPrinterSettings({ letters: letterKinds.find((one) => one === event.currentTarget.value) ?? 'epson' })}
      />
      {way === 'serial' && (
        <NativeSelect
          label={t('baud')}
          value={String(baud)}
          data={bauds.map(String)}
          onChange={(event) => keepPrinterSettings({ baud: bauds.find((one) => String(one) === event.currentTarget.value) ?? 9_600 })}
        />
      )}
      <Switch label={t('cuts')} checked={cuts} onChange={(event) => keepPrinterSettings({ cuts: event.currentTarget.checked })} />
      <Switch
        label={t('drawer')}
        description={t('drawer_hint')}
        checked={opens_drawer}
        onChange={(event) => keepPrinterSettings({ opens_drawer: event.currentTarget.checked })}
      />
    </>
  )
}
