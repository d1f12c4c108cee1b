interface Text {
  default: string
}

/** The modules of the page: path → text. They are imported as text, so that an executable has them inside. */
export const MODULES: Readonly<Record<string, () => Promise<Text>>> = {
  'api.js': () => import('./client/api.js', { with: { type: 'text' } }),
  'format.js': () => import('./client/format.js', { with: { type: 'text' } }),
  'graph/curves.js': () => import('./client/graph/curves.js', { with: { type: 'text' } }),
  'graph/drawn-graph.js': () => import('./client/graph/drawn-graph.js', { with: { type: 'text' } }),
  'graph/kinds.js': () => import('./client/graph/kinds.js', { with: { type: 'text' } }),
  'graph/links.js': () => import('./client/graph/links.js', { with: { type: 'text' } }),
  'graph/node-look.js': () => import('./client/graph/node-look.js', { with: { type: 'text' } }),
  'graph/node-shape.js': () => import('./client/graph/node-shape.js', { with: { type: 'text' } }),
  'graph/note-shape.js': () => import('./client/graph/note-shape.js', { with: { type: 'text' } }),
  'graph/run-results.js': () => import('./client/graph/run-results.js', { with: { type: 'text' } }),
  'graph/save-svg.js': () => import('./client/graph/save-svg.js', { with: { type: 'text' } }),
  'graph/use-viewport.js': () => import('./client/graph/use-viewport.js', { with: { type: 'text' } }),
  'graph/workflow-graph.js': () => import('./client/graph/workflow-graph.js', { with: { type: 'text' } }),
  'graph/wrap-text.js': () => import('./client/graph/wrap-text.js', { with: { type: 'text' } }),
  'html.js': () => import('./client/html.js', { with: { type: 'text' } }),
  'icons.js': () => import('./client/icons.js', { with: { type: 'text' } }),
  'instance.js': () => import('./client/instance.js', { with: { type: 'text' } }),
  'main.js': () => import('./client/main.js', { with: { type: 'text' } }),
  'navigation.js': () => import('./client/navigation.js', { with: { type: 'text' } }),
  'parts/active-switch.js': () => import('./client/parts/active-switch.js', { with: { type: 'text' } }),
  'parts/badges.js': () => import('./client/parts/badges.js', { with: { type: 'text' } }),
  'parts/chart-bars.js': () => import('./client/parts/chart-bars.js', { with: { type: 'text' } }),
  'parts/choice.js': () => import('./client/parts/choice.js', { with: { type: 'text' } }),
  'parts/clock-card.js': () => import('./client/parts/clock-card.js', { with: { type: 'text' } }),
  'parts/crumbs.js': () => import('./client/parts/crumbs.js', { with: { type: 'text' } }),
  'parts/dialog.js': () => import('./client/parts/dialog.js', { with: { type: 'text' } }),
  'parts/execution-chart.js': () => import('./client/parts/execution-chart.js', { with: { type: 'text' } }),
  'parts/execution-list.js': () => import('./client/parts/execution-list.js', { with: { type: 'text' } }),
  'parts/fault-form.js': () => import('./client/parts/fault-form.js', { with: { type: 'text' } }),
  'parts/fault-text.js': () => import('./client/parts/fault-text.js', { with: { type: 'text' } }),
  'parts/heading.js': () => import('./client/parts/heading.js', { with: { type: 'text' } }),
  'parts/json-view.js': () => import('./client/parts/json-view.js', { with: { type: 'text' } }),
  'parts/node-panel.js': () => import('./client/parts/node-panel.js', { with: { type: 'text' } }),
  'parts/not-available.js': () => import('./client/parts/not-available.js', { with: { type: 'text' } }),
  'parts/pager.js': () => import('./client/parts/pager.js', { with: { type: 'text' } }),
  'parts/run-steps.js': () => import('./client/parts/run-steps.js', { with: { type: 'text' } }),
  'parts/search-field.js': () => import('./client/parts/search-field.js', { with: { type: 'text' } }),
  'parts/states.js': () => import('./client/parts/states.js', { with: { type: 'text' } }),
  'parts/switch.js': () => import('./client/parts/switch.js', { with: { type: 'text' } }),
  'parts/tabs.js': () => import('./client/parts/tabs.js', { with: { type: 'text' } }),
  'parts/tag-filter.js': () => import('./client/parts/tag-filter.js', { with: { type: 'text' } }),
  'parts/toasts.js': () => import('./client/parts/toasts.js', { with: { type: 'text' } }),
  'read-events.js': () => import('./client/read-events.js', { with: { type: 'text' } }),
  'route.js': () => import('./client/route.js', { with: { type: 'text' } }),
  'save-text.js': () => import('./client/save-text.js', { with: { type: 'text' } }),
  'session.js': () => import('./client/session.js', { with: { type: 'text' } }),
  'settings.js': () => import('./client/settings.js', { with: { type: 'text' } }),
  'shell.js': () => import('./client/shell.js', { with: { type: 'text' } }),
  'theme.js': () => import('./client/theme.js', { with: { type: 'text' } }),
  'use-answer.js': () => import('./client/use-answer.js', { with: { type: 'text' } }),
  'use-cursors.js': () => import('./client/use-cursors.js', { with: { type: 'text' } }),
  'use-requests.js': () => import('./client/use-requests.js', { with: { type: 'text' } }),
  'views.js': () => import('./client/views.js', { with: { type: 'text' } }),
  'views/audit.js': () => import('./client/views/audit.js', { with: { type: 'text' } }),
  'views/credentials.js': () => import('./client/views/credentials.js', { with: { type: 'text' } }),
  'views/execution.js': () => import('./client/views/execution.js', { with: { type: 'text' } }),
  'views/executions.js': () => import('./client/views/executions.js', { with: { type: 'text' } }),
  'views/faults.js': () => import('./client/views/faults.js', { with: { type: 'text' } }),
  'views/key-form.js': () => import('./client/views/key-form.js', { with: { type: 'text' } }),
  'views/requests.js': () => import('./client/views/requests.js', { with: { type: 'text' } }),
  'views/state.js': () => import('./client/views/state.js', { with: { type: 'text' } }),
  'views/tags.js': () => import('./client/views/tags.js', { with: { type: 'text' } }),
  'views/users.js': () => import('./client/views/users.js', { with: { type: 'text' } }),
  'views/workflow.js': () => import('./client/views/workflow.js', { with: { type: 'text' } }),
  'views/workflows.js': () => import('./client/views/workflows.js', { with: { type: 'text' } }),
  'vendor/htm.js': () => import('htm', { with: { type: 'text' } }) as Promise<unknown> as Promise<Text>,
  'vendor/hooks.js': () => import('preact/hooks', { with: { type: 'text' } }) as Promise<unknown> as Promise<Text>,
  'vendor/preact.js': () => import('preact', { with: { type: 'text' } }) as Promise<unknown> as Promise<Text>,
}

/** What the modules of packages call each other: name → path. */
export const PACKAGES = { preact: 'vendor/preact.js' }

/** The HTML that everything starts from. */
export const loadIndex = () =>
  import('./client/index.html', { with: { type: 'text' } }) as Promise<unknown> as Promise<Text>

export const loadIcon = () => import('./client/icon.svg', { with: { type: 'text' } })

/** The style sheets, from the general to the particular. */
export const loadStyles = (): Promise<Text[]> =>
  Promise.all([
    import('./client/styles/tokens.css', { with: { type: 'text' } }),
    import('./client/styles/base.css', { with: { type: 'text' } }),
    import('./client/styles/shell.css', { with: { type: 'text' } }),
    import('./client/styles/buttons.css', { with: { type: 'text' } }),
    import('./client/styles/fields.css', { with: { type: 'text' } }),
    import('./client/styles/choices.css', { with: { type: 'text' } }),
    import('./client/styles/overlays.css', { with: { type: 'text' } }),
    import('./client/styles/content.css', { with: { type: 'text' } }),
    import('./client/styles/table.css', { with: { type: 'text' } }),
    import('./client/styles/signs.css', { with: { type: 'text' } }),
    import('./client/styles/states.css', { with: { type: 'text' } }),
    import('./client/styles/chart.css', { with: { type: 'text' } }),
    import('./client/styles/reports.css', { with: { type: 'text' } }),
    import('./client/styles/requests.css', { with: { type: 'text' } }),
    import('./client/styles/graph.css', { with: { type: 'text' } }),
    import('./client/styles/node.css', { with: { type: 'text' } }),
    import('./client/styles/edge.css', { with: { type: 'text' } }),
    import('./client/styles/panel.css', { with: { type: 'text' } }),
  ])
