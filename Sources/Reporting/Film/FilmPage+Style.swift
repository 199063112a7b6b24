extension FilmPage {
  /// How the page looks, in light and in dark. Text has a contrast of 4.5 or more.
  static let style = #"""
    :root {
      --ground: #ffffff; --ink: #1b1f24; --muted: #57606a; --line: #d0d7de; --shade: #f6f8fa;
      --link: #0a5cad; --jump: #b3202e; --held: #8a5a00; --blank: #57606a; --late: #7a3fc4;
      --bound: #0a5cad;
      --window: #b9d3ee; --row-s: 58%; --row-l: 84%;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #0d1117; --ink: #e6edf3; --muted: #9da7b3; --line: #30363d; --shade: #161b22;
        --link: #7cbcf8; --jump: #ff7b72; --held: #f0b429; --blank: #9da7b3; --late: #c9a2ff;
        --bound: #7cbcf8;
        --window: #25476b; --row-s: 34%; --row-l: 27%;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; max-width: 80rem; padding: 1rem; background: var(--ground);
      color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
    }
    h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; text-wrap: balance; }
    h2 { font-size: 1.125rem; margin: 1.5rem 0 .25rem; }
    header p, .note, #calm { color: var(--muted); margin: 0 0 .5rem; }
    code { overflow-wrap: anywhere; }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
    .hidden { position: absolute; left: -99rem; }
    #stage {
      display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: center;
      align-items: end;
    }
    figure { margin: 0; min-width: 0; flex: 1 1 min(12rem, 44%); max-width: 20rem; }
    figcaption { line-height: 1.3; margin-bottom: .5rem; }
    figcaption, .state { text-align: center; }
    .mode {
      border: 1px solid var(--muted); border-radius: 1rem; padding: 0 .5rem; font-size: .8125rem;
    }
    .outcome { display: block; color: var(--muted); font-size: .875rem; margin-top: .125rem; }
    canvas { display: block; width: 100%; }
    .state { margin: .25rem 0 0; min-height: 3em; font-size: .875rem; }
    @media (max-width: 40rem) { .state { min-height: 6em; } }
    .state[data-mark="jump"] { color: var(--jump); font-weight: 600; }
    .state[data-mark="held"] { color: var(--held); font-weight: 600; }
    .state[data-mark="late"] { color: var(--late); font-weight: 600; }
    .state[data-mark="blank"] { color: var(--blank); font-weight: 600; }
    #desk { padding: .5rem 0; border-top: 1px solid var(--line); }
    .row { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
    .group { display: flex; flex-wrap: wrap; gap: .25rem; }
    button {
      font: inherit; color: inherit; background: var(--shade); border: 1px solid var(--muted);
      border-radius: .375rem; padding: .25rem .625rem; cursor: pointer; white-space: nowrap;
    }
    button.main {
      background: var(--link); border-color: var(--link); color: var(--ground); font-weight: 600;
      min-width: 5.5rem;
    }
    fieldset {
      border: 0; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: .25rem .75rem;
      min-width: 0;
    }
    legend { float: left; color: var(--muted); padding: 0 .25rem 0 0; }
    #clock { margin-left: auto; font-variant-numeric: tabular-nums; color: var(--muted); }
    #frame { width: 100%; margin: .5rem 0 .25rem; accent-color: var(--link); }
    #strip { cursor: pointer; touch-action: none; }
    #said p { margin: 0; }
    #legend { list-style: none; padding: 0; margin: 0; display: grid; gap: .25rem 2rem;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); }
    #legend li { padding-left: 2.25rem; position: relative; }
    .key {
      position: absolute; left: 0; top: .25rem; width: 1.5rem; height: 1rem;
      border-radius: .1875rem;
    }
    .key.rows { background: linear-gradient(90deg, hsl(20 var(--row-s) var(--row-l)) 50%,
      hsl(158 var(--row-s) var(--row-l)) 50%); }
    .key.bound { border-left: 5px solid var(--bound); background: var(--shade); }
    .key.belongs { border: 2px dashed var(--ink); }
    .key.jump { background: var(--jump); }
    .key.held { background: var(--held); }
    .key.late { background: var(--late); }
    .key.blank { background: repeating-linear-gradient(45deg, var(--ground) 0 4px,
      var(--blank) 4px 5px); border: 1px solid var(--line); }
    .key.map { background: var(--window); border: 2px solid var(--ink); }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
    caption { text-align: left; color: var(--muted); }
    th, td { padding: .25rem .625rem; border-bottom: 1px solid var(--line); text-align: right; }
    th:first-child { text-align: left; white-space: nowrap; }
    thead th { background: var(--shade); vertical-align: bottom; }
    """#
}
