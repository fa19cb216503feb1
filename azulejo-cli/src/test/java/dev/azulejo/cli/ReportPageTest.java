package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.sim.trace.SyntheticScene;
import dev.azulejo.sim.trace.TraceWriter;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/** What the report of a simulation does in a browser: zoom, drag, say what is under the mouse. */
class ReportPageTest {
    /** How a printed file goes over to the blue of what is busy. */
    private static final String BUSY = ".1137 .3098 .5686 rg\n";

    private static final Pattern RANGE =
            Pattern.compile("cycles ([0-9,]+) to ([0-9,]+) of ([0-9,]+): .* ms");

    /** Does by itself what a hand would do, and writes down what the page says after each step. */
    private static final String HAND =
            """
            <script>
            window.addEventListener("load", () => {
              const canvas = document.getElementById("overview");
              const tip = document.getElementById("tip");
              const said = [];
              canvas.setPointerCapture = () => {};
              const fire = (Kind, name, part, more) => {
                const box = canvas.getBoundingClientRect();
                canvas.dispatchEvent(new Kind(name, Object.assign({bubbles: true, cancelable: true,
                  clientX: box.left + 92 + part * (box.width - 92), clientY: box.top + 8}, more)));
              };
              const note = () => said.push(document.getElementById("range").textContent);
              note();
              fire(WheelEvent, "wheel", 0.5, {deltaY: -1});
              note();
              fire(WheelEvent, "wheel", 0.5, {deltaY: -1, ctrlKey: true});
              note();
              fire(MouseEvent, "dblclick", 0.5);
              note();
              fire(PointerEvent, "pointerdown", 0.25);
              fire(PointerEvent, "pointermove", 0.75);
              said.push(tip.style.display + " " + tip.textContent.replaceAll("\\n", ";"));
              fire(PointerEvent, "pointerup", 0.75);
              note();
              document.querySelector("[data-zoom='0']").click();
              note();
              fire(PointerEvent, "pointermove", 0.5);
              said.push(tip.style.display + " " + tip.textContent.replaceAll("\\n", ";"));
              fire(PointerEvent, "pointerleave", 0.5);
              said.push(tip.style.display);
              const out = document.createElement("pre");
              out.id = "said";
              out.textContent = said.join("\\n");
              document.body.append(out);
            });
            </script>
            """;

    /** Says how wide the window is, and how far what is drawn reaches, texts of charts included. */
    private static final String RULER =
            """
            <script>
            window.addEventListener("load", () => {
              const drawn = [...document.querySelectorAll("section, svg, canvas, svg text")];
              const reach = Math.max(...drawn.map(part => part.getBoundingClientRect().right));
              const marks = [...document.querySelectorAll("circle")];
              const said = marks.filter(mark => mark.querySelector("title").textContent).length;
              const out = document.createElement("pre");
              out.id = "said";
              out.textContent = [innerWidth, document.documentElement.scrollWidth, Math.ceil(reach),
                marks.length, said].join(" ");
              document.body.append(out);
            });
            </script>
            """;

    /** Says how wide the window is, and how far tables reach. */
    private static final String TABLES =
            """
            <script>
            window.addEventListener("load", () => {
              const tables = [...document.querySelectorAll("table")];
              const reach = Math.max(...tables.map(part => part.getBoundingClientRect().right));
              const out = document.createElement("pre");
              out.id = "said";
              out.textContent = [innerWidth, Math.ceil(reach)].join(" ");
              document.body.append(out);
            });
            </script>
            """;

    /** Prints without a printer, and says what is open and drawn before, meanwhile and after. */
    private static final String PRINTER =
            """
            <script>
            window.addEventListener("load", () => {
              const said = [];
              const open = () => [...document.querySelectorAll("#gpus details[open] canvas")];
              const note = () => said.push(open().length + " " + open().filter(c => c.width > 300).length);
              note();
              window.dispatchEvent(new Event("beforeprint"));
              note();
              window.dispatchEvent(new Event("afterprint"));
              note();
              const out = document.createElement("pre");
              out.id = "said";
              out.textContent = said.join("\\n");
              document.body.append(out);
            });
            </script>
            """;

    @TempDir Path folder;

    @BeforeEach
    void writePage() throws IOException {
        var file = folder.resolve("a.work");
        try (var out = Files.newOutputStream(file)) {
            var scene = new SyntheticScene(320, 180, 20, 200, 60, 30, 0, 1);
            TraceWriter.write(out, scene.trace(1));
        }
        var page = folder.resolve("p.html").toString();
        assertThat(CommandRun.run("simulate", file.toString(), "-m", "group-2", "-o", page))
                .startsWith("0\n");
    }

    /** Starts the browser with a script at the end of a page; returns what it left to be read. */
    private List<String> said(String page, String script, String... options) throws Exception {
        var text = Files.readString(folder.resolve(page));
        Files.writeString(folder.resolve("hand.html"), text.replace("</body>", script + "</body>"));
        var all = new ArrayList<>(List.of(options));
        all.add("--dump-dom");
        var dom = browse("hand.html", all.toArray(String[]::new));
        int at = dom.indexOf("<pre id=\"said\">");
        assertThat(at).as("the script has ended").isPositive();
        return dom.substring(at + 15, dom.indexOf("</pre>", at)).lines().toList();
    }

    /** Starts the browser on a page of the folder; returns what it wrote. */
    private String browse(String page, String... options) throws Exception {
        return Browser.open(folder, folder.resolve(page), options);
    }

    private static double[] range(String said) {
        var range = RANGE.matcher(said);
        assertThat(range.matches()).as(said).isTrue();
        var numbers = new double[3];
        for (int i = 0; i < 3; i++) {
            numbers[i] = Double.parseDouble(range.group(i + 1).replace(",", ""));
        }
        return numbers;
    }

    private static void shows(String said, double from, double to) {
        var range = range(said);
        // The mouse is somewhere on a pixel.
        assertThat(range[0]).as(said).isCloseTo(from * range[2], within(range[2] / 100));
        assertThat(range[1]).as(said).isCloseTo(to * range[2], within(range[2] / 100));
    }

    @Test
    void wheelDragAndButtonsZoomAndTheMouseIsTold() throws Exception {
        var said = said("p.html", HAND);
        assertThat(said).hasSize(9);
        shows(said.get(0), 0, 1);
        // A wheel without Ctrl scrolls the page.
        assertThat(said.get(1)).isEqualTo(said.get(0));
        shows(said.get(2), 0.15, 0.85);
        assertThat(said.get(3)).isEqualTo(said.get(0));
        assertThat(said.get(4))
                .startsWith("block GPU 0, cycle ")
                .contains(";busiest: ", ";zoom to ");
        shows(said.get(5), 0.25, 0.75);
        assertThat(said.get(6)).isEqualTo(said.get(0));
        assertThat(said.get(7)).startsWith("block GPU 0, cycle ").doesNotContain("zoom to");
        assertThat(said.get(8)).isEqualTo("none");
    }

    /** On a telephone as well; and each mark of a chart says its number when pointed at. */
    @Test
    void nothingIsCutOffInANarrowWindow() throws Exception {
        var trace = folder.resolve("a.work").toString();
        var sweep = folder.resolve("s.html").toString();
        assertThat(
                        CommandRun.run(
                                "sweep",
                                trace,
                                "-m",
                                "group-2",
                                "--vary",
                                "gpus=1,2,4",
                                "--vary",
                                "pretest=off,on",
                                "-o",
                                sweep))
                .startsWith("0\n");
        for (var page : List.of("p.html", "s.html")) {
            var numbers = said(page, RULER, "--window-size=420,1600").getFirst().split(" ");
            int window = Integer.parseInt(numbers[0]);
            assertThat(window).as("the window is narrow").isLessThan(640);
            assertThat(Integer.parseInt(numbers[1])).as(page).isLessThanOrEqualTo(window);
            assertThat(Integer.parseInt(numbers[2])).as(page).isLessThanOrEqualTo(window);
            assertThat(numbers[4]).as("marks that say what they are").isEqualTo(numbers[3]);
            assertThat(Integer.parseInt(numbers[3])).isEqualTo(page.equals("p.html") ? 0 : 42);
        }
    }

    /** A few pages, on which timelines are drawn. */
    @Test
    void itPrints() throws Exception {
        var page = Files.readString(folder.resolve("p.html"));
        var bare = page.replace("</head>", "<style>canvas { display: none }</style></head>");
        Files.writeString(folder.resolve("bare.html"), bare);
        String printed = print("p.html");
        assertThat(printed.split("/Type /Page\\b(?!s)", -1).length - 1).isBetween(2, 10);
        int without = rectangles(print("bare.html"));
        assertThat(rectangles(printed)).isGreaterThan(without + 100);
    }

    /** On paper nobody opens what is closed on the screen: more than two GPUs. */
    @Test
    void allGpusArePrinted() throws Exception {
        var page = folder.resolve("four.html").toString();
        var trace = folder.resolve("a.work").toString();
        assertThat(CommandRun.run("simulate", trace, "-m", "group-4", "-o", page))
                .startsWith("0\n");
        // Open ones, and canvases that have been drawn
        assertThat(said("four.html", PRINTER)).containsExactly("2 2", "4 4", "2 2");
        int all = fills(print("four.html"), BUSY);
        var two =
                Files.readString(folder.resolve("four.html"))
                        .replace(
                                "</head>",
                                "<style>details + details + details { display: none"
                                        + " }</style></head>");
        Files.writeString(folder.resolve("two.html"), two);
        int some = fills(print("two.html"), BUSY);
        assertThat(some).as("times blue is begun with").isGreaterThan(50);
        assertThat(all).isGreaterThan(some + some / 2);
    }

    /**
     * Paper cannot be scrolled: a page as it is printed is as wide as Letter without its margins.
     */
    @Test
    void tablesAreNoWiderThanPaper() throws Exception {
        var page = folder.resolve("sixteen.html");
        // Numbers as long as those of large frames
        var trace = folder.resolve("long.work");
        try (var out = Files.newOutputStream(trace)) {
            var scene = new SyntheticScene(1920, 1080, 4000, 400, 120, 60, 0, 1);
            TraceWriter.write(out, scene.trace(1));
        }
        assertThat(
                        CommandRun.run(
                                "simulate",
                                trace.toString(),
                                "-m",
                                "group-16",
                                "--no-compare",
                                "-o",
                                page.toString()))
                .startsWith("0\n");
        var text = Files.readString(page);
        assertThat(text.split("<table class=\"gpus\">", -1)).hasSize(1 + 3);
        for (int gpu = 0; gpu < 16; gpu++) {
            assertThat(text).contains("<th>GPU " + gpu + "</th>");
        }
        Files.writeString(page, text.replace("@media print", "@media screen"));
        var numbers = said("sixteen.html", TABLES, "--window-size=740,1600").getFirst().split(" ");
        assertThat(numbers[0]).isEqualTo("740");
        assertThat(Integer.parseInt(numbers[1])).isLessThanOrEqualTo(740);
    }

    private String print(String page) throws Exception {
        var pdf = folder.resolve("p.pdf");
        Files.deleteIfExists(pdf);
        browse(page, "--no-pdf-header-footer", "--print-to-pdf=" + pdf);
        assertThat(pdf).exists();
        var text = Files.readString(pdf, StandardCharsets.ISO_8859_1);
        assertThat(text).startsWith("%PDF-");
        return text;
    }

    /** Rectangles that the pages of a printed file draw. */
    private static int rectangles(String pdf) throws IOException {
        return count(pdf, " re\n");
    }

    /** How often they go over to a colour. */
    private static int fills(String pdf, String colour) throws IOException {
        return count(pdf, colour);
    }

    private static int count(String pdf, String command) throws IOException {
        int count = 0;
        int at = pdf.indexOf("stream\n");
        for (; at >= 0; at = pdf.indexOf("stream\n", at + 1)) {
            if (pdf.startsWith("end", at - 3)) {
                continue;
            }
            int end = pdf.indexOf("endstream", at);
            byte[] packed = pdf.substring(at + 7, end).getBytes(StandardCharsets.ISO_8859_1);
            try (var drawn = new InflaterInputStream(new ByteArrayInputStream(packed))) {
                var commands = new String(drawn.readAllBytes(), StandardCharsets.ISO_8859_1);
                count += commands.split(Pattern.quote(command), -1).length - 1;
            } catch (ZipException e) {
                // Not everything is packed
            }
        }
        return count;
    }
}
