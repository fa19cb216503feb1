package dev.azulejo.sim.report;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.machine.MachineText;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A page of HTML that needs no other file: a template of this package with places to fill. */
final class Page {
    private final String template;
    private final Map<String, String> places = new LinkedHashMap<>();

    Page(String name) {
        template = resource(name);
        put("CSS", resource("report.css"));
    }

    static String resource(String name) {
        try (var in = Page.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fills a place with what is HTML. */
    Page put(String place, String html) {
        places.put("<!--" + place + "-->", html);
        return this;
    }

    /** Returns the page; what was filled in is not looked at again. */
    String text() {
        var text = new StringBuilder();
        int at = 0;
        while (true) {
            int from = template.indexOf("<!--", at);
            if (from < 0) {
                return text.append(template, at, template.length()).toString();
            }
            int to = template.indexOf("-->", from) + "-->".length();
            String html = places.get(template.substring(from, to));
            if (html == null) {
                throw new IllegalStateException("nothing for " + template.substring(from, to));
            }
            text.append(template, at, from).append(html);
            at = to;
        }
    }

    /** Returns text as it stands in a page. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    static String paragraphs(List<String> sentences) {
        var text = new StringBuilder();
        sentences.forEach(s -> text.append("<p>").append(escaped(s)).append("</p>\n"));
        return text.toString();
    }

    static String card(String number, String what) {
        return "<div class=\"card\"><b>%s</b><span>%s</span></div>\n"
                .formatted(escaped(number), escaped(what));
    }

    /** Returns a row of a table; the first cell is text. */
    static String row(String tag, List<String> cells) {
        var text = new StringBuilder("<tr>");
        cells.forEach(cell -> text.append("<%s>%s</%s>".formatted(tag, escaped(cell), tag)));
        return text.append("</tr>\n").toString();
    }

    /** Returns what a machine is like, and what was set, which it may not be like any more. */
    static String about(Machine machine) {
        var set =
                Arrays.stream(MachineKey.values())
                        .filter(machine::isSet)
                        .map(key -> key.path() + " " + machine.text(key))
                        .collect(Collectors.joining(", "));
        return escaped(machine.about() + (set.isEmpty() ? "" : "; but for " + set));
    }

    /** Returns all that a machine says, what was set in bold. */
    static String configuration(Machine machine) {
        var text =
                new StringBuilder(
                        "<tr><th>key</th><th class=\"text\">value</th><th"
                                + " class=\"text\">source</th></tr>\n");
        for (var key : MachineKey.values()) {
            text.append(
                    "<tr%s><td>%s</td><td class=\"text\">%s</td><td class=\"text wide\">%s</td></tr>\n"
                            .formatted(
                                    machine.isSet(key) ? " class=\"set\"" : "",
                                    key.path(),
                                    escaped(machine.text(key)),
                                    escaped(machine.source(key))));
        }
        return text.toString();
    }

    /** Returns the command, the trace, and the machine as a file. */
    static String reproduce(SimulationReport.Origin origin, Machine machine) {
        return """
        <pre>%s</pre>
        <p class="note">The trace %s (SHA-256 %s) was recorded of %s by %s. The same trace and the same machine give the same
        cycles, on any computer.</p>
        <details><summary>The machine as a file, for --machine</summary><pre>%s</pre></details>
        """
                .formatted(
                        escaped(origin.command()),
                        escaped(origin.trace()),
                        origin.sha256(),
                        escaped(origin.scene()),
                        escaped(origin.recorder()),
                        escaped(MachineText.of(machine)));
    }

    static List<String> cells(String first, List<String> others) {
        var cells = new ArrayList<String>();
        cells.add(first);
        cells.addAll(others);
        return cells;
    }
}
