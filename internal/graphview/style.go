package graphview

// style follows the reader's preference for light or dark. Colours are classes
// with plain values, because not every renderer knows CSS variables: f fills, s
// strokes, t tints and c stops a gradient in the colour of a level's rank.
const style = `<style>
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#1f2328}
.h1{font-size:22px;font-weight:700}
.sub{font-size:13px;fill:#57606a}
.cap{font-size:10.5px;font-weight:600;letter-spacing:.06em;fill:#6e7781}
.val{font-size:14px;font-weight:600}
.name{font-size:14px;font-weight:600}
.note{font-size:11px;fill:#57606a}
.key{font-size:12px;fill:#57606a}
.lvl{font-size:10.5px;font-weight:600}
.badge{font-size:9.5px;font-weight:700;letter-spacing:.04em;fill:#ffffff}
.hash{font-size:10px;font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#8c959f}
.page{fill:#ffffff}
.ink{fill:#1f2328}
.tile,.band{fill:#f6f8fa;stroke:#d8dee4}
.card{fill:#ffffff;stroke:#d0d7de}
.off{stroke:#1f2328;stroke-width:1.5;stroke-dasharray:5 4}
.icon{fill:none;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.line{fill:none;stroke-width:2}
.bold{stroke-width:4}
.denied{stroke:#1f2328;stroke-dasharray:5 4}
.spine{opacity:.45;stroke-width:8}
rect.spine{stroke:none}
.f3{fill:#1a7f4b}.s3{stroke:#1a7f4b}.c3{stop-color:#1a7f4b}.t3{fill:#eefaf3;stroke:#b9e4cb}
.f2{fill:#8a6d00}.s2{stroke:#b39200}.c2{stop-color:#b39200}.t2{fill:#fdf8dc;stroke:#eadb96}
.f1{fill:#b7570c}.s1{stroke:#d9730d}.c1{stop-color:#d9730d}.t1{fill:#fff2e4;stroke:#f5cfa6}
.f0{fill:#c2232c}.s0{stroke:#cf222e}.c0{stop-color:#cf222e}.t0{fill:#fff0f0;stroke:#f3bcbf}
@media (prefers-color-scheme:dark){
text{fill:#e6edf3}
.sub,.note,.key{fill:#9da7b3}
.cap,.hash{fill:#7d8590}
.badge{fill:#0d1117}
.page{fill:#0d1117}
.ink{fill:#e6edf3}
.tile,.band{fill:#151b23;stroke:#2b323b}
.card{fill:#1c2330;stroke:#3d444d}
.off,.denied{stroke:#e6edf3}
.f3{fill:#4ac47a}.s3{stroke:#3fb068}.c3{stop-color:#3fb068}.t3{fill:#10241b;stroke:#1f4a33}
.f2{fill:#e0bd32}.s2{stroke:#c9a518}.c2{stop-color:#c9a518}.t2{fill:#26220f;stroke:#544a1a}
.f1{fill:#f7994a}.s1{stroke:#ea7f2b}.c1{stop-color:#ea7f2b}.t1{fill:#2a1c10;stroke:#5c3a1a}
.f0{fill:#ff7b7f}.s0{stroke:#f4595f}.c0{stop-color:#f4595f}.t0{fill:#2c1518;stroke:#64282c}
}
</style>
`

var iconOrder = [...]string{KindInput, KindSystem, KindHistory, KindLLMCall, KindToolCall, KindResult, KindOutput, KindPolicy, ownerIcon}

// ownerIcon is the icon for the owner's actions, which have no kind of their own.
const ownerIcon = "owner"

var icons = map[string]string{
	KindInput:    `<path d="M3 4.5h14v9H9l-4 3.5v-3.5H3z"/>`,                                                         // speech
	KindSystem:   `<path d="M5 2.5h7l3.5 3.5v11.5H5zM8 9h5M8 12h5"/>`,                                                // page
	KindHistory:  `<circle cx="10" cy="10" r="7"/><path d="M10 6v4.2l3 1.8"/>`,                                       // clock
	KindLLMCall:  `<path d="M10 2l1.9 6.1L18 10l-6.1 1.9L10 18l-1.9-6.1L2 10l6.1-1.9z"/>`,                            // spark
	KindToolCall: `<rect x="2.5" y="3.5" width="15" height="13" rx="2"/><path d="M6 8l2.5 2.2L6 12.5M10.5 13h3.5"/>`, // prompt
	KindResult:   `<path d="M3 10v6.5h14V10M10 3v9M6.5 8.8L10 12.3l3.5-3.5"/>`,                                       // tray
	KindOutput:   `<path d="M2.5 9.5L17.5 3l-4.5 14.5-3.5-6zM9.5 11.5L17.5 3"/>`,                                     // paper plane
	KindPolicy:   `<path d="M10 2.5l6.5 2v5c0 4-2.8 6.8-6.5 8-3.7-1.2-6.5-4-6.5-8v-5z"/>`,                            // shield
	ownerIcon:    `<circle cx="10" cy="6.5" r="3.5"/><path d="M3.5 17.5c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6"/>`,          // person
}
