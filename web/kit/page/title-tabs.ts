// The tabs of a screen, which the shell knows (Shell.tsx), and which the title of the screen shows in its row (PageTitle.tsx).
import { createContext, type ReactNode } from 'react'

export const TitleTabs = createContext<ReactNode>(undefined)
