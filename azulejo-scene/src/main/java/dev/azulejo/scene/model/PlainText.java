package dev.azulejo.scene.model;

/**
 * Text from files, as it may be shown: on one line, without anything that a terminal would obey or
 * that turns what is around it.
 */
public final class PlainText {
    private PlainText() {}

    /**
     * Replaces what does not show as itself, character by character, by U+FFFD: control characters
     * with line ends and escapes, marks of direction and other invisible ones, halves of pairs.
     */
    public static String of(String text) {
        int at = 0;
        while (at < text.length() && shows(text, at)) {
            at++;
        }
        if (at == text.length()) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            plain.appendCodePoint(shows(text, i) ? character : 0xFFFD);
            i += Character.charCount(character);
        }
        return plain.toString();
    }

    private static boolean shows(String text, int at) {
        char unit = text.charAt(at);
        if (Character.isLowSurrogate(unit)
                && at > 0
                && Character.isHighSurrogate(text.charAt(at - 1))) {
            return true;
        }
        return switch (Character.getType(text.codePointAt(at))) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED ->
                    false;
            default -> true;
        };
    }
}
