package dev.azulejo.cli;

import java.util.List;

/** Pieces of an HTML page. */
final class Html {
    private Html() {}

    /** Returns a large number and what it is. */
    static String card(String number, String text) {
        return "<div class=\"card\"><b>%s</b><span>%s</span></div>\n"
                .formatted(number, escaped(text));
    }

    /** Returns a picture of a width and a height, in units of its content. */
    static String svg(String content, int width, int height) {
        return "<svg viewBox=\"0 0 %d %d\" role=\"img\">\n%s</svg>\n"
                .formatted(width, height, content);
    }

    /** Returns the rows of a comparison's table, without its rule. */
    static String table(List<List<String>> rows) {
        var text = new StringBuilder();
        for (int r = 0; r < rows.size(); r++) {
            if (r == 1) {
                continue;
            }
            String tag = r == 0 ? "th" : "td";
            text.append("<tr>");
            for (String cell : rows.get(r)) {
                text.append("<%s>%s</%s>".formatted(tag, escaped(cell), tag));
            }
            text.append("</tr>\n");
        }
        return text.toString();
    }

    /** Returns text as it stands in a page. */
    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
