package dev.azulejo.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Names of what is made of many models: that of the model without its extension. Models that would
 * share a name, also where upper and lower case are one, get the beginning of a hash of their path
 * behind it. Names depend on which models there are, not on their order.
 */
final class BatchNames {
    /** Characters of a name that is cut, so that there is room behind it. */
    private static final int LONGEST = 60;

    private static final int MOST_DIGITS = 64;

    private BatchNames() {}

    /** Returns a name for each model, without an extension. */
    static List<String> of(List<String> models) {
        var bases = models.stream().map(BatchNames::base).toList();
        var names = new ArrayList<>(bases);
        for (int i = 0; i < names.size(); i++) {
            if (bases.get(i).length() > LONGEST) {
                names.set(i, cut(bases.get(i)) + hash(models.get(i), 8));
            }
        }
        for (int digits = 8; digits <= MOST_DIGITS; digits *= 2) {
            var counts = counts(names);
            for (int i = 0; i < names.size(); i++) {
                if (counts.get(key(names.get(i))) > 1) {
                    names.set(i, cut(bases.get(i)) + hash(models.get(i), digits));
                }
            }
        }
        return names;
    }

    private static String cut(String base) {
        int length = Math.min(LONGEST, base.length());
        return base.substring(
                0, length - (Character.isHighSurrogate(base.charAt(length - 1)) ? 1 : 0));
    }

    private static Map<String, Integer> counts(List<String> names) {
        var counts = new HashMap<String, Integer>();
        names.forEach(name -> counts.merge(key(name), 1, Integer::sum));
        return counts;
    }

    private static String key(String name) {
        // As file systems may: composed or not, and of one case
        String composed = Normalizer.normalize(name, Normalizer.Form.NFC);
        return composed.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    private static String base(String model) {
        try {
            String base = Path.of(plain(model)).toString();
            return base.isEmpty() ? "model" : base;
        } catch (InvalidPathException e) {
            // No such file can be there, as whoever loads it will say
            return "model";
        }
    }

    private static String plain(String model) {
        if (SceneFiles.isBuiltIn(model)) {
            return model.replace(':', '-');
        }
        int slash = Math.max(model.lastIndexOf('/'), model.lastIndexOf('\\'));
        String file = model.substring(slash + 1);
        int dot = file.lastIndexOf('.');
        return dot > 0 ? file.substring(0, dot) : file;
    }

    private static String hash(String model, int digits) {
        byte[] path = model.getBytes(StandardCharsets.UTF_8);
        return "-" + Sha256.of(path).substring(0, digits);
    }
}
