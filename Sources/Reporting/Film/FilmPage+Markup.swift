extension FilmPage {
  /// The page, with `@@NAME@@` where its parts go.
  static let markup = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>LayoutBench: @@HEADLINE@@</title>
    <link rel="icon" href="data:,">
    <style>
    @@STYLE@@
    </style>
    </head>
    <body>
    <header>
    <h1>@@HEADLINE@@</h1>
    <p>@@SUBJECT@@</p>
    </header>
    <main>
    <noscript><p>The film needs JavaScript; the table below does not.</p></noscript>
    <section id="stage" aria-label="Phones">
    @@FIGURES@@
    </section>
    <section id="desk" aria-label="Controls">
    <div class="row">
    <button id="play" type="button" class="main">Play</button>
    <span class="group" role="group" aria-label="Steps">
    <button id="back" type="button" aria-label="One frame back">&#9664; Frame</button>
    <button id="on" type="button" aria-label="One frame on">Frame &#9654;</button>
    <button id="last" type="button" aria-label="Previous mark">&#9664;&#9664; Mark</button>
    <button id="next" type="button" aria-label="Next mark">Mark &#9654;&#9654;</button>
    </span>
    <fieldset><legend>Speed</legend>
    <label><input type="radio" name="speed" value="1"> real</label>
    <label><input type="radio" name="speed" value="0.25" checked> 1/4</label>
    <label><input type="radio" name="speed" value="0.1"> 1/10</label>
    </fieldset>
    <fieldset><legend>Strip</legend>
    <label><input type="radio" name="strip" value="jumps" checked> jumps</label>
    <label><input type="radio" name="strip" value="costs"> cost</label>
    </fieldset>
    <output id="clock" for="frame"></output>
    </div>
    <label class="hidden" for="frame">Frame</label>
    <input id="frame" type="range" min="0" value="0" step="1">
    <canvas id="strip" role="img" aria-label="Marks of each technique over time; the table below has them in figures"></canvas>
    <p id="calm" hidden>Your system asks for less motion: Play goes from mark to mark.</p>
    </section>
    <section aria-labelledby="words-title">
    <h2 id="words-title">This frame in words</h2>
    <div id="said" role="status" aria-live="polite"></div>
    </section>
    <section aria-labelledby="legend-title">
    <h2 id="legend-title">What you see</h2>
    <ul id="legend">
    <li><i class="key rows"></i>Rows, each in a colour of its own, so that movement can be followed. At the right of a row stands the view that shows it; above and below the screen, views that wait.</li>
    <li><i class="key bound"></i>A stripe at the left of a row: its view was just bound to it, new or used.</li>
    <li><i class="key belongs"></i>Dashed: where the row belongs. The same gestures put it there in the reference.</li>
    <li><i class="key jump"></i>A jump: the content moved, and no finger had moved it so.</li>
    <li><i class="key held"></i>Held: the content was to scroll and stands still, or stops at the edge of what is laid out.</li>
    <li><i class="key blank"></i>Blank: nothing is shown where rows should be.</li>
    <li><i class="key late"></i>Late: laying out the frame took more than the 8.33 ms that a display at 120 Hz waits.</li>
    <li><i class="key map"></i>The bar beside the screen: how far the content space reaches around the screen (the box). Where it shifts while the rows stand still, the offset was set back and nobody saw it.</li>
    </ul>
    </section>
    <section aria-labelledby="table-title">
    <h2 id="table-title">All frames</h2>
    <div class="wide" tabindex="0" role="region" aria-label="Table of figures">@@TABLE@@</div>
    <p class="note">Times are of the layout alone, the least of several runs; the first screen is not among them. A frame at 120 Hz has 8.33 ms, at 60 Hz 16.67 ms.</p>
    <p class="note">Keys: space plays and pauses, the arrows go a frame back and on, Home and End to the ends. Made by <code>@@COMMAND@@</code></p>
    </section>
    </main>
    <script type="application/json" id="data">@@DATA@@</script>
    <script>
    "use strict";
    @@SCRIPT@@
    </script>
    </body>
    </html>

    """#
}
