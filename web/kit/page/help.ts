// Opens the help from a screen's header. The shell contains the help, so it registers here how to open it.
let open: () => void = () => undefined

export const openHelpBy = (how: typeof open) => {
  open = how
}
export const openHelp = () => open()
