// stacks.cc: what stacks look like in C++, exceptions under way above all: usage: stacks SECONDS
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#define OWN __attribute__((noinline))
static volatile unsigned long sink;

struct guard {                                          // what is destroyed on the way out
    unsigned n;
    OWN ~guard() { for (unsigned i = 0; i < 30; i++) sink = sink + n * i; }
};

static OWN unsigned long thrower(unsigned n)
{
    guard g{ n };
    if (!n)
        throw std::runtime_error(std::to_string(sink));
    return thrower(n - 1) + 1;
}

static OWN void exceptions()
{
    try {
        sink = sink + thrower(12);
    } catch (const std::exception &e) {
        sink = sink + e.what()[0];
    }
}

struct shape {
    virtual ~shape() = default;
    virtual unsigned long area(unsigned n) const = 0;
};
struct leaf : shape {
    OWN unsigned long area(unsigned n) const override { unsigned long a = 1; while (n--) a = a * 31 + n; return a; }
};
struct pair : shape {
    std::unique_ptr<shape> one, other;
    explicit pair(unsigned n)
        : one(n ? static_cast<shape *>(new pair(n - 1)) : new leaf), other(new leaf) {}
    OWN unsigned long area(unsigned n) const override { return one->area(n) + other->area(n + 1); }
};

static OWN void virtuals()
{
    static const pair tree(10);
    sink = sink + tree.area(40);
}

static OWN void functions()
{
    std::vector<std::string> words;
    for (unsigned i = 0; i < 100; i++)
        words.push_back(std::to_string(i * 7919 % 1009));
    std::function<bool(const std::string &, const std::string &)> before =
        [](const std::string &a, const std::string &b) { sink = sink + 1; return a < b; };
    std::sort(words.begin(), words.end(), before);
    std::map<std::string, int> counts;
    for (auto &w : words)
        counts[w]++;
    sink = sink + counts.size();
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? std::atof(argv[1]) : 0.5;
    void (*const places[])() = { exceptions, virtuals, functions };
    for (unsigned i = 0; i < 3; i++)
        for (std::clock_t end = std::clock() + std::clock_t(seconds / 3 * CLOCKS_PER_SEC); std::clock() < end;)
            places[i]();
}
